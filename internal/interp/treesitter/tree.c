//go:build cgo

#include "tree.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const TSLanguage *tree_sitter_python(void);
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);

static const TSLanguage *language(enum fence_grammar grammar) {
  switch (grammar) {
    case FENCE_PYTHON: return tree_sitter_python();
    case FENCE_JAVASCRIPT: return tree_sitter_javascript();
    case FENCE_TYPESCRIPT: return tree_sitter_typescript();
    case FENCE_TSX: return tree_sitter_tsx();
  }
  return NULL;
}

fence_tree *fence_parse(enum fence_grammar grammar, const char *code, uint32_t length,
                        uint64_t micros) {
  fence_tree *t = malloc(sizeof *t);
  if (t == NULL) abort();
  t->parser = ts_parser_new();
  t->tree = NULL;
  t->depth = 0;
  t->more = false;
  if (!ts_parser_set_language(t->parser, language(grammar))) return t;
  ts_parser_set_timeout_micros(t->parser, micros);
  t->tree = ts_parser_parse_string(t->parser, NULL, code, length);
  if (t->tree == NULL) return t;
  t->cursor = ts_tree_cursor_new(ts_tree_root_node(t->tree));
  t->more = true;
  return t;
}

// step moves the cursor to the next node, below the one at which it is if down is set.
static void step(fence_tree *t, bool down) {
  if (down && ts_tree_cursor_goto_first_child(&t->cursor)) {
    t->depth++;
    return;
  }
  while (t->depth > 0) {
    if (ts_tree_cursor_goto_next_sibling(&t->cursor)) return;
    if (!ts_tree_cursor_goto_parent(&t->cursor)) break;
    t->depth--;
  }
  t->more = false;
}

uint32_t fence_read(fence_tree *t, uint32_t max_depth) {
  const uint32_t room = sizeof t->nodes / sizeof t->nodes[0];
  uint32_t n = 0;
  while (t->more && n < room) {
    TSNode node = ts_tree_cursor_current_node(&t->cursor);
    bool named = t->depth == 0 || ts_node_is_named(node);
    const char *field = ts_tree_cursor_current_field_name(&t->cursor);
    const char *type = ts_node_type(node);
    if (named || field != NULL || strcmp(type, ",") == 0) {
      fence_node *o = &t->nodes[n++];
      o->type = type;
      o->type_length = strlen(type);
      o->field = field;
      o->field_length = field == NULL ? 0 : strlen(field);
      o->start = ts_node_start_byte(node);
      o->end = ts_node_end_byte(node);
      o->row = ts_node_start_point(node).row;
      o->depth = t->depth;
      o->named = named;
    }
    step(t, named && t->depth < max_depth);
  }
  return n;
}

static bool wrong(TSNode n) { return ts_node_symbol(n) == (TSSymbol)-1 || ts_node_is_missing(n); }

fence_mistake fence_wrong(const fence_tree *t, uint32_t max_depth) {
  fence_mistake m = {false, false, {0, 0}};
  TSNode n = ts_tree_root_node(t->tree);
  m.is = ts_node_has_error(n);
  for (uint32_t depth = 0; m.is && depth < max_depth; depth++) {
    if (wrong(n)) {
      m.found = true;
      m.at = ts_node_start_point(n);
      return m;
    }
    uint32_t count = ts_node_child_count(n), i = 0;
    if (count > 1000) count = 1000;
    for (; i < count; i++) {
      TSNode kid = ts_node_child(n, i);
      if (ts_node_has_error(kid) || ts_node_is_missing(kid)) {
        n = kid;
        break;
      }
    }
    if (i == count) return m;
  }
  return m;
}

void fence_free(fence_tree *t) {
  if (t->tree != NULL) {
    ts_tree_cursor_delete(&t->cursor);
    ts_tree_delete(t->tree);
  }
  ts_parser_delete(t->parser);
  free(t);
}
