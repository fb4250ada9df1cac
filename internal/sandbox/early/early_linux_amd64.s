#include "textflag.h"

// func getrlimit(to *[2]uint64)
TEXT ·getrlimit(SB),NOSPLIT,$0-8
	MOVQ	$7, DI // RLIMIT_NOFILE
	MOVQ	to+0(FP), SI
	MOVQ	$97, AX // SYS_getrlimit
	SYSCALL
	RET
