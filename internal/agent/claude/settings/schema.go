package settings

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
const schema = `
$schema string
apiKeyHelper string
proxyAuthHelper string
awsCredentialExport string
awsAuthRefresh string
gcpAuthRefresh string
processWrapper string
policyHelper {path!: string, timeoutMs: ?, refreshIntervalMs: ?}
policyHelpers ?
xaaIdp ?
fileSuggestion {type!: 'command', command!: string}
respectGitignore bool
breakReminder {enabled: bool, intervalMinutes: int>0, breakThresholdMinutes: int>0, message: string}
quietHours {enabled: bool, start: ?, end: ?}
cleanupPeriodDays int>0
desktopSessionCleanupPeriodDays int>=0
syncClaudeAiSkills bool
syncClaudeAiPlugins bool
skillListingMaxDescChars int>0
skillListingBudgetFraction ?
wslInheritsWindowsSettings bool
env <any>
attribution bool|{commit: string, pr: string, sessionUrl: bool}
attributionProject string
attributionProjectPolicy {default: string}
includeCoAuthoredBy bool
includeGitInstructions bool
permissions {allow: [any], deny: [any], ask: [any], additionalDirectories: [string], ` +
	`defaultMode: 'default'|'acceptEdits'|'plan'|'bypassPermissions'|'dontAsk'|'auto'|'?manual', ` +
	`disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable', ` +
	`blockReadsOutsideWorkingDirectories: bool, ` +
	`blockFileToolReadsOutsideWorkingDirectories: bool, ` +
	`blockWritesOutsideWorkingDirectories: bool}
additionalDirectoryConfigRoots any
model string
fallbackModel [string]
availableModels [string]
enforceAvailableModels bool
availableModelsMatch 'prefix'|'exact'
deniedModels [string]
modelOverrides <string>
modelPicker ?
modelPricing ?
enableAllProjectMcpServers bool
enabledMcpjsonServers [string]
disabledMcpjsonServers [string]
disableClaudeAiConnectors bool
skillOverrides <'on'|'name-only'|'user-invocable-only'|'off'>
disableBundledSkills bool
disableDirectMcpSkills bool
managedMcpServers any
allowedMcpServers any
deniedMcpServers any
worktree {symlinkDirectories: [string], sparsePaths: [string], baseRef: 'fresh'|'head', ` +
	`bgIsolation: any, location: any}
disableAllHooks bool
disableReplyCheck bool
disableAgentView bool
disableRemoteControl bool
disableWorkflows bool
disableArtifact bool
enableArtifact bool
enableWorkflows bool
workflowSizeGuideline 'unrestricted'|'small'|'medium'|'large'
workflowKeywordTriggerEnabled bool
disableSkillShellExecution bool
disableWindowsBashCommandSplit bool
defaultShell 'bash'|'powershell'
bashEditDiffEnabled bool
bashOutputMaxChars any
taskOutputMaxChars any
respondToBashCommands bool
allowManagedHooksOnly bool
allowedHttpHookUrls [string]
httpHookAllowedEnvVars [string]
allowManagedPermissionRulesOnly bool
allowManagedMcpServersOnly bool
desktopMcpServersListScope any
allowAllClaudeAiMcps bool
allowClaudeInChromeWithManagedMcp bool
strictPluginOnlyCustomization any
statusLine {type!: 'command', command!: string, padding: number, refreshInterval: any, ` +
	`hideVimModeIndicator: bool}
prUrlTemplate string
footerLinksRegexes any
subagentStatusLine {type!: 'command', command!: string}
enabledPlugins <bool|[string]>
prependPlugins any
appendPlugins any
extraKnownMarketplaces <?>
additionalMarketplaces <?>
strictKnownMarketplaces [?]
allowedMarketplaces [?]
blockedMarketplaces [?]
disableCommandPluginSources bool
disableSideloadFlags bool
pluginSuggestionMarketplaces [string]
forceLoginMethod any
forceLoginGatewayUrl any
gatewayInternalNetworks any
parentSettingsBehavior 'first-wins'|'merge'
managedSourcesBehavior 'first-wins'|'merge'
forceLoginOrgUUID string|[string]
allowNestedModelAccessUnderForceLogin bool
allowedProviders any
forceRemoteSettingsRefresh bool
otelHeadersHelper string
outputStyle string
viewMode any
language string
skipWebFetchPreflight bool
sandbox {enabled: bool, failIfUnavailable: bool, autoAllowBashIfSandboxed: bool, ` +
	`allowUnsandboxedCommands: bool, excludedCommands: [string], ` +
	`network: {allowedDomains: [string], deniedDomains: [string], allowUnixSockets: ?, ` +
	`allowAllUnixSockets: bool, allowLocalBinding: bool, allowManagedDomainsOnly: bool, ` +
	`httpProxyPort: number, socksProxyPort: number, allowMachLookup: ?, tlsTerminate: ?}, ` +
	`filesystem: {allowWrite: [string], denyWrite: [string], denyRead: [string], ` +
	`allowRead: [string], allowManagedReadPathsOnly: bool}, credentials: ?, windows: ?, ` +
	`ignoreViolations: <[string]>, enableWeakerNestedSandbox: bool, ` +
	`allowNestedUserNamespaces: bool, enableWeakerNetworkIsolation: bool, ` +
	`allowAppleEvents: bool, ` +
	`ripgrep: {command!: string, args: [string]}}
feedbackSurveyRate ?
feedbackDrafts 'notify'|'quiet'|'off'
spinnerTipsEnabled bool
clawdFileProgressEnabled bool
spinnerVerbs {mode!: 'append'|'replace', verbs!: [string]}
spinnerTipsOverride {excludeDefault: bool, tips: [string]}
syntaxHighlightingDisabled bool
maxProseWidth any
spellcheck any
terminalTitleFromRename bool
promptCacheTtl any
subagentPromptCacheTtl any
alwaysThinkingEnabled bool
effortLevel any
maxEffortLevel any
modelSettings any
ultracode any
autoCompactWindow any
advisorModel string
fastMode bool
fastModePerSessionOptIn bool
promptSuggestionEnabled bool
emojiCompletionEnabled bool
awaySummaryEnabled bool
responseComparisonEnabled bool
showClearContextOnPlanAccept bool
askUserQuestionTimeout any
dialogExpiry any
agent string
modelProposedGoals any
companyAnnouncements [string]
pluginConfigs <{mcpServers: <<string|number|bool|[string]>>, ` +
	`options: <string|number|bool|[string]>}>
remote {defaultEnvironmentId: string}
autoUpdatesChannel 'latest'|'stable'|'rc'
minimumVersion string
requiredMinimumVersion string
requiredMaximumVersion string
plansDirectory string
tui 'default'|'fullscreen'
voice {enabled: bool, mode: 'hold'|'tap', autoSubmit: bool}
voiceEnabled bool
channelsEnabled bool
allowedChannelPlugins [{marketplace!: string, plugin!: string}]
prefersReducedMotion bool
timeFormat string
timeZone string
doneMeansMerged bool
totalTokensReminder 'off'|'infinite'|'fixed'|'countdown'|'padded-countdown'
totalTokensReminderBudget int>0
totalTokensReminderAfterUserTurn bool
autoMemoryEnabled bool
autoMemoryDirectory string
autoDreamEnabled bool
showThinkingSummaries bool
skipDangerousModePermissionPrompt bool
skipAutoPermissionPrompt bool
useAutoModeDuringPlan bool
autoMode {allow: [string], soft_deny: [string], hard_deny: [string], environment: [string], ` +
	`classifyAllShell: bool}
skipWorkflowUsageWarning bool
disableAutoMode 'disable'
disableDeepLinkRegistration 'disable'
defaultView 'chat'|'transcript'
remoteTools {allowUnattendedServing: bool}
sshConfigs [{id!: string, name!: string, sshHost!: string, sshPort: int, ` +
	`sshIdentityFile: string, startDirectory: string}]
sshHostCommands any
claudeMd string
claudeMdExcludes [string]
pluginTrustMessage string
theme any
editorMode any
keybindingFlavor any
vimInsertModeRemaps any
verbose bool
preferredNotifChannel any
autoCompactEnabled bool
precomputeCompactionEnabled bool
precomputeArmTokens any
autoCompactRaisedForLoad any
autoCompactOfferAnswer any
idleCompaction bool
switchModelsOnFlag bool
autoContinueAtUsageLimit bool
autoScrollEnabled bool
wheelScrollAccelerationEnabled bool
fileCheckpointingEnabled bool
showTurnDuration bool
showMessageTimestamps bool
terminalProgressBarEnabled bool
todoFeatureEnabled bool
teammateMode any
remoteControlAtStartup bool
remoteControl {shareHostProfile: any}
isolatePeerMachines bool
daemonColdStart 'transient'|'ask'
crossSessionInbound any
remoteMessageReceipts any
autoUploadSessions bool
inputNeededNotifEnabled bool
agentPushNotifEnabled bool
`

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
