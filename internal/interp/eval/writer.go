package eval

import "github.com/fencepost/fencepost/internal/fact"

// written reports a call of a method of data. Data of a type that is not known may be an object of a library that can save
// itself: a method that is called like that writes what it is handed as the first argument.
func (m *machine) written(s site, recv *Value, method string, args []arg) {
	if recv.kind == kData && changes(method) {
		m.report(m.unknownCall(s, "", args))
		return
	}
	if recv.kind != kData || !saves(method) || len(args) == 0 {
		m.note(s, "", nil, args)
		return
	}
	if a := args[0].val; a.kind == kObj || a.kind == kNum || a.kind == kFunc { // an open file
		m.note(s, "", nil, args)
		return
	}
	c := m.newCall(s, "", args)
	b := &bound{params: []Param{{Name: "path"}}, vals: []*Value{args[0].val}}
	if args[0].spread {
		b.vals[0] = data
	}
	m.effect(c, b, fact.Write, "path", false)
	m.report(c)
}

// changes reports whether a method is called as those are that change files or start programs, which data does not have:
// what was taken for data is a path or a module of which too little is known.
func changes(method string) bool {
	switch method {
	case "unlink", "rmdir", "rmtree", "touch", "symlink_to", "hardlink_to", "write_text", "write_bytes", "removedirs", "makedirs", "system", "popen", "execv",
		"execvp", "check_output", "check_call", "Popen", "unlinkSync", "rmSync", "rmdirSync", "writeFileSync", "appendFileSync", "renameSync", "truncateSync",
		"symlinkSync", "chmodSync", "removeSync", "execSync", "spawnSync", "execFileSync":
		return true
	}
	return false
}

// saves reports whether a method is called as those are by which objects of libraries write files.
func saves(method string) bool {
	switch method {
	case "save", "savefig", "savetxt", "tofile", "toFile", "dump", "to_csv", "to_json", "to_excel", "to_parquet", "to_pickle", "to_html", "to_file",
		"save_pretrained", "save_model", "write_image", "write_html", "write_csv", "write_parquet", "write_json",
		"writeReport", "writeFile", "extractall", "extractAllTo", "download_file":
		return true
	}
	return false
}
