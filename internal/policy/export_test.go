package policy

// For tests in a package of their own, which read YAML.
var (
	SettingValues = settingValues
	IsSum         = isSum
	MainWorkTree  = mainWorkTree
	CommandOf     = commandOf
)
