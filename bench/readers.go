package bench

import _ "github.com/fencepost/fencepost/internal/app/readers" // classes have configs
