package sandboxconf

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// amounts stands for the words of a key whose value is an amount. Less is stricter. No amount at all
// is the loosest.
const amounts = "<"

// Amount reads the value of limits.KEY: bytes of memory (512M, 4G), a number of processes, or a time
// in nanoseconds (90s, 10m). It returns 0 if it cannot read the value.
func Amount(key, s string) int64 {
	factor := int64(1)
	switch key {
	case "time":
		d, err := time.ParseDuration(s)
		if err != nil || d < time.Second {
			return 0
		}
		return int64(d)
	case "memory":
		s = strings.TrimSuffix(strings.TrimSuffix(s, "B"), "i")
		for i, unit := range []string{"K", "M", "G", "T"} {
			if rest, ok := strings.CutSuffix(s, unit); ok {
				factor, s = 1<<(10*(i+1)), rest
			}
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/factor {
		return 0
	}
	return n * factor
}

// rankAmount orders amounts of one key, whichever it is.
func rankAmount(s string) int {
	for _, key := range []string{"time", "memory"} {
		if n := Amount(key, s); n > 0 {
			return -int(n)
		}
	}
	return math.MinInt
}
