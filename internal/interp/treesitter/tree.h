// The C interface of tree-sitter, as far as it is used here, and of the grammars. TestDeclarations
// holds each line to the api.h of the module that is linked.
#ifndef FENCEPOST_TREE_H
#define FENCEPOST_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint16_t TSSymbol;
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;

typedef struct TSPoint {
  uint32_t row;
  uint32_t column;
} TSPoint;

typedef enum TSInputEncoding {
  TSInputEncodingUTF8,
  TSInputEncodingUTF16,
} TSInputEncoding;

typedef struct TSInput {
  void *payload;
  const char *(*read)(void *payload, uint32_t byte_index, TSPoint position, uint32_t *bytes_read);
  TSInputEncoding encoding;
} TSInput;

typedef struct TSNode {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;

typedef struct TSTreeCursor {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *self);
bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
void ts_parser_set_cancellation_flag(TSParser *self, const size_t *flag);
TSTree *ts_parser_parse(
  TSParser *self,
  const TSTree *old_tree,
  TSInput input
);
void ts_tree_delete(TSTree *self);
void ts_set_allocator(
  void *(*new_malloc)(size_t),
	void *(*new_calloc)(size_t, size_t),
	void *(*new_realloc)(void *, size_t),
	void (*new_free)(void *)
);
TSNode ts_tree_root_node(const TSTree *self);
const char *ts_node_type(TSNode self);
TSSymbol ts_node_symbol(TSNode self);
uint32_t ts_node_start_byte(TSNode self);
uint32_t ts_node_end_byte(TSNode self);
TSPoint ts_node_start_point(TSNode self);
bool ts_node_is_named(TSNode self);
bool ts_node_is_missing(TSNode self);
bool ts_node_has_error(TSNode self);
uint32_t ts_node_child_count(TSNode self);
TSNode ts_node_child(TSNode self, uint32_t child_index);
TSTreeCursor ts_tree_cursor_new(TSNode node);
void ts_tree_cursor_delete(TSTreeCursor *self);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
const char *ts_tree_cursor_current_field_name(const TSTreeCursor *self);
bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);

// ours

// a node of the tree
typedef struct {
  const char *type, *field;  // names of the grammar's, which stay; field: NULL for none
  uint32_t start, end, row, depth;
  uint16_t type_length, field_length;
  bool named;
} fence_node;

// a tree, and how far it has been read
typedef struct {
  TSParser *parser;
  TSTree *tree;   // NULL: there is none, as it took more work than it may
  uint64_t left;  // of that
  TSTreeCursor cursor;
  uint32_t depth;
  bool more;
  fence_node nodes[64];  // that were read last
} fence_tree;

enum fence_grammar { FENCE_PYTHON, FENCE_JAVASCRIPT, FENCE_TYPESCRIPT, FENCE_TSX };

// fence_parse parses code. bytes is how much the parser may do: what it allocates and reads, again and
// again where it goes back. fence_free frees what it returns.
fence_tree *fence_parse(enum fence_grammar grammar, const char *code, uint32_t length,
                        uint64_t bytes);

// fence_read reads the next nodes, and returns how many: the root, what is named, and of what is
// not, what has a field or is a comma. A node stands before those below it. Below nodes at the depth
// max_depth nothing is read.
uint32_t fence_read(fence_tree *t, uint32_t max_depth);

// what is wrong with code
typedef struct {
  bool is;     // something is
  bool found;  // at is where
  TSPoint at;
} fence_mistake;

// fence_wrong returns the first mistake in the code.
fence_mistake fence_wrong(const fence_tree *t, uint32_t max_depth);

void fence_free(fence_tree *t);

#endif
