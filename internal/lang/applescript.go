package lang

// appleActions are those of AppleScript.
func appleActions(text string, _ Options) Actions { return tokenActions("applescript", text) }
