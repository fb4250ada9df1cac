package powershell

// The tree. Expressions and statements are few, so that each is one type.

// block is a list of statements: a script, the body of a construct or a script block.
type block struct {
	stmts  []*stmt
	params []string // names of its parameters
	text   string
}

type stmtKind uint8

const (
	pipelineStmt stmtKind = iota
	assignStmt
	ifStmt
	loopStmt   // foreach, for, while, do: list and bodies
	switchStmt // as an if, but any branches may run
	tryStmt
	functionStmt
	flowStmt // return, throw, exit, break, continue
	chainStmt
)

// stmt is one statement.
type stmt struct {
	kind   stmtKind
	text   string
	elems  []*element // pipelineStmt
	target *expr      // assignStmt; the variable of a foreach
	op     string     // assignStmt; the operators of chainStmt do not matter
	value  *stmt      // assignStmt, flowStmt: what stands behind
	name   string     // functionStmt
	parts  []*stmt    // conditions and lists, in the order in which they run
	blocks []*block   // bodies
	apart  bool       // runs beside what follows
}

// element is one part of a pipeline.
type element struct {
	expr   *expr // an expression; nil for a command
	name   *expr
	call   byte
	args   []argument
	redirs []redirection
	text   string
}

// argument is one argument of a command.
type argument struct {
	param  string // of a parameter: its name
	isPar  bool
	colon  bool
	torn   bool // what follows it without a blank is an argument of its own, or part of this one
	spaced bool // there is a blank before the value
	value  *expr
	text   string
}

// redirection sends a stream to a file.
type redirection struct {
	appends bool
	target  *expr
	text    string
}

type exprKind uint8

const (
	stringExpr exprKind = iota // parts put together
	numberExpr
	variableExpr
	arrayExpr  // elements with commas between them
	groupExpr  // ( ) and $( ) and @( )
	hashExpr   // @{ }
	blockExpr  // { }
	memberExpr // target.name, target::name, with arguments if called
	indexExpr
	unaryExpr
	binaryExpr
	typeExpr // [type]
	castExpr // [type]target
	splatExpr
)

// expr is one expression.
type expr struct {
	kind   exprKind
	text   string  // the literal of a string or number, the name of a variable, type or operator
	cased  string  // the name of a variable as it is written
	parts  []*expr // of a string, an array or a call; the arguments of a call
	left   *expr
	right  *expr
	stmts  []*stmt // of a group, and the values of a hash table
	body   *block
	bare   bool // a string without quotes
	called bool
	static bool
	list   bool // of a group: @( ), or several statements
}
