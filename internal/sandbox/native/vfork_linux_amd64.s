#include "textflag.h"

// func vfork(nr, flags uintptr) (r uintptr)
//
// The child runs on this stack and overwrites what lies below the caller's frame, and with it the
// return address: it is kept in a register, which each of the two processes has of its own.
TEXT ·vfork(SB),NOSPLIT|NOFRAME,$0-24
	MOVQ	flags+8(FP), DI
	MOVQ	$0, SI
	MOVQ	$0, DX
	MOVQ	$0, R10
	MOVQ	$0, R8
	MOVQ	$0, R9
	MOVQ	nr+0(FP), AX
	POPQ	R12
	SYSCALL
	PUSHQ	R12
	MOVQ	AX, r+16(FP)
	RET

// func clone3(args *cloneArgs, size uintptr, c *child) (r uintptr)
TEXT ·clone3(SB),NOSPLIT|NOFRAME,$0-32
	MOVQ	args+0(FP), DI
	MOVQ	size+8(FP), SI
	MOVQ	c+16(FP), R12
	MOVQ	$435, AX
	SYSCALL
	TESTQ	AX, AX
	JZ	child
	MOVQ	AX, r+24(FP)
	RET
child:
	JMP	·onStack(SB)

// func clone(flags, stack uintptr, c *child) (r uintptr)
TEXT ·clone(SB),NOSPLIT|NOFRAME,$0-32
	MOVQ	flags+0(FP), DI
	MOVQ	stack+8(FP), SI
	MOVQ	c+16(FP), R12
	MOVQ	$0, DX
	MOVQ	$0, R10
	MOVQ	$0, R8
	MOVQ	$56, AX
	SYSCALL
	TESTQ	AX, AX
	JZ	child
	MOVQ	AX, r+24(FP)
	RET
child:
	JMP	·onStack(SB)

// onStack is where a child begins: at the top of a stack of its own, with its state in R12.
TEXT ·onStack(SB),NOSPLIT|NOFRAME,$0-0
	SUBQ	$16, SP
	MOVQ	R12, 0(SP)
	CALL	·childMain(SB)
	INT	$3
