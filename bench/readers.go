package bench

import _ "github.com/fencepost/fencepost/internal/readers" // classes have configs
