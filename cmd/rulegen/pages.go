package main

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"
)

// The pages have their text in the directory pages, as templates.
//
//go:embed pages
var pageFiles embed.FS

var pageFuncs = template.FuncMap{
	"code": code, "codes": codeList, "cell": cell, "visible": visible, "join": strings.Join, "word": wordFor,
	"texts": textsOf, "trim": strings.TrimSpace,
	"sentence": func(s string) string { return strings.TrimSuffix(s, ".") + "." },
}

// addPage makes a page of its template, and of what files say.
func (o *output) addPage(name, from string, data any) {
	t, err := template.New(name).Funcs(pageFuncs).ParseFS(pageFiles, "pages/"+name)
	var b bytes.Buffer
	b.WriteString("<!-- " + generatedBy + " from " + from + ". DO NOT EDIT. -->\n\n")
	if err == nil {
		err = t.Execute(&b, data)
	}
	if err != nil {
		o.errs = append(o.errs, fmt.Errorf("pages/%s: %w", name, err))
	}
	o.pages[name] = b.Bytes()
}

func codeList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = code(w)
	}
	return strings.Join(quoted, ", ")
}

// code quotes a text for Markdown; one that holds a backquote gets two.
func code(s any) string {
	text := fmt.Sprint(s)
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// cell makes a text fit into a table: a bar would end the cell.
func cell(s any) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(fmt.Sprint(s)), " "), "|", `\|`)
}

// visible shows an example as code in a table: what cannot be seen is escaped. One in <> is a
// description.
func visible(s string) string {
	if inner, ok := strings.CutPrefix(s, "<"); ok && strings.HasSuffix(inner, ">") {
		return cell(strings.TrimSuffix(inner, ">"))
	}
	q := fmt.Sprintf("%+q", s)
	q = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(q[1 : len(q)-1])
	return "``` " + strings.ReplaceAll(q, "|", `\|`) + " ```"
}
