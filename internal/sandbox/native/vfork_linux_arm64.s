#include "textflag.h"

// func vfork(nr, flags uintptr) (r uintptr)
//
// The child runs on this stack and overwrites what lies below the caller's frame. The return address
// is in a register, which each of the two processes has of its own.
TEXT ·vfork(SB),NOSPLIT|NOFRAME,$0-24
	MOVD	flags+8(FP), R0
	MOVD	$0, R1
	MOVD	$0, R2
	MOVD	$0, R3
	MOVD	$0, R4
	MOVD	$0, R5
	MOVD	nr+0(FP), R8
	SVC
	MOVD	R0, r+16(FP)
	RET

// func clone3(args *cloneArgs, size uintptr, c *child) (r uintptr)
TEXT ·clone3(SB),NOSPLIT|NOFRAME,$0-32
	MOVD	args+0(FP), R0
	MOVD	size+8(FP), R1
	MOVD	c+16(FP), R12
	MOVD	$435, R8
	SVC
	CBZ	R0, child
	MOVD	R0, r+24(FP)
	RET
child:
	JMP	·onStack(SB)

// func clone(flags, stack uintptr, c *child) (r uintptr)
TEXT ·clone(SB),NOSPLIT|NOFRAME,$0-32
	MOVD	flags+0(FP), R0
	MOVD	stack+8(FP), R1
	MOVD	c+16(FP), R12
	MOVD	$0, R2
	MOVD	$0, R3
	MOVD	$0, R4
	MOVD	$220, R8
	SVC
	CBZ	R0, child
	MOVD	R0, r+24(FP)
	RET
child:
	JMP	·onStack(SB)

// onStack is where a child begins: at the top of a stack of its own, with its state in R12.
TEXT ·onStack(SB),NOSPLIT|NOFRAME,$0-0
	SUB	$32, RSP
	MOVD	R12, 8(RSP)
	CALL	·childMain(SB)
	BRK
