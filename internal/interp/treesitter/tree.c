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

// work is what the parser may still do, in bytes that it allocates and reads. One parser works at a
// time.
static struct {
  uint64_t left;
  size_t stop;  // set where nothing is left: the parser ends
} work;

static void spend(uint64_t n) {
  if (n >= work.left) {
    work.left = 0;
    work.stop = 1;
  } else {
    work.left -= n;
  }
}

// what one allocation takes besides its bytes
enum { CALL = 64 };

static void *counted_malloc(size_t size) {
  spend(size + CALL);
  void *p = malloc(size);
  if (p == NULL && size > 0) abort();
  return p;
}

static void *counted_calloc(size_t n, size_t size) {
  spend(n * size + CALL);
  void *p = calloc(n, size);
  if (p == NULL && n * size > 0) abort();
  return p;
}

static void *counted_realloc(void *old, size_t size) {
  spend(size + CALL);
  void *p = realloc(old, size);
  if (p == NULL && size > 0) abort();
  return p;
}

// the code, for the parser
typedef struct {
  const char *code;
  uint32_t length;
} source;

enum { PIECE = 64 };  // bytes of code that the parser is given at once

static const char *piece(void *payload, uint32_t at, TSPoint place, uint32_t *size) {
  const source *s = payload;
  (void)place;
  spend(PIECE);
  *size = at >= s->length ? 0 : s->length - at;
  if (*size > PIECE) *size = PIECE;
  return s->code + (*size > 0 ? at : 0);
}

fence_tree *fence_parse(enum fence_grammar grammar, const char *code, uint32_t length,
                        uint64_t bytes) {
  ts_set_allocator(counted_malloc, counted_calloc, counted_realloc, free);
  fence_tree *t = counted_malloc(sizeof *t);
  t->parser = ts_parser_new();
  t->tree = NULL;
  t->depth = 0;
  t->more = false;
  if (!ts_parser_set_language(t->parser, language(grammar))) return t;
  work.left = bytes;
  work.stop = 0;
  ts_parser_set_cancellation_flag(t->parser, &work.stop);
  source s = {code, length};
  t->tree = ts_parser_parse(t->parser, NULL, (TSInput){&s, piece, TSInputEncodingUTF8});
  t->left = work.left;
  if (t->tree != NULL && work.stop != 0) {
    ts_tree_delete(t->tree);
    t->tree = NULL;
  }
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
