package hook

import _ "github.com/fencepost/fencepost/internal/readers" // the tests have configs
