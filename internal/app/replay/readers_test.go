package replay

import _ "github.com/fencepost/fencepost/internal/app/readers" // the tests have configs
