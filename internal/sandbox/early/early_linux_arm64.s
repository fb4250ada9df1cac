#include "textflag.h"

// func getrlimit(to *[2]uint64)
TEXT ·getrlimit(SB),NOSPLIT,$0-8
	MOVD	$7, R0 // RLIMIT_NOFILE
	MOVD	to+0(FP), R1
	MOVD	$163, R8 // SYS_getrlimit
	SVC
	RET
