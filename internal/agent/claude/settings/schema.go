package settings

import _ "embed"

// schema is the type of each key that the client knows, as it was seen to judge them (2.1.197 and
// 2.1.330; where the two differ, the stricter one). A value of another type makes it drop the whole
// file. A key that is not here passes, as it does there.
//
//	string bool number int    JSON types; int>0 int>=0 with a bound, nonull accepts all but null
//	'a'                       this string; '?a' one that only some versions take
//	[T]  <T>  {k: T, k!: T}   a list, an object of any keys, an object with these keys (! required)
//	T|U                       one of them
//	any                       the client takes any value, or passes over a wrong one
//	?                         what is valid is not written down here
//
//go:embed schema.txt
var schema string

// handlers is the type of a hook handler by its "type". The client judges the keys of others, too.
const handlers = `
command {type!: string, command!: string, args: [string], shell: 'bash'|'powershell', ` +
	`if: string, timeout: number>0, statusMessage: string, once: bool, async: bool, ` +
	`asyncRewake: bool, onFailure: 'block'|'continue'}
http {type!: string, url!: ?, headers: <string>, allowedEnvVars: [string], if: string, ` +
	`timeout: number>0, statusMessage: string, once: bool, onFailure: 'block'|'continue'}
mcp_tool {type!: string, server!: string, tool!: string, input: ?, if: string, ` +
	`timeout: number>0, statusMessage: string, once: bool, onFailure: ?}
prompt {type!: string, prompt!: string, model: string, if: string, timeout: number>0, ` +
	`statusMessage: string, once: bool}
agent {type!: string, prompt!: string, model: string, if: string, timeout: number>0, ` +
	`statusMessage: string, once: bool}
`

// hookEvents are the events that the client knows. What stands under another name is passed over.
const hookEvents = " PreToolUse PostToolUse PostToolUseFailure PostToolBatch PermissionRequest " +
	"PermissionDenied Notification MessageDisplay UserPromptSubmit UserPromptExpansion Stop " +
	"StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch " +
	"" +
	"SessionStart SessionEnd Setup TeammateIdle TaskCreated TaskCompleted Elicitation " +
	"ElicitationResult ConfigChange CwdChanged DirectoryAdded FileChanged InstructionsLoaded " +
	"WorktreeCreate WorktreeRemove "
