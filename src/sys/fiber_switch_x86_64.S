/* The switch between stacks on x86-64 (System V ABI).
 *
 *     void fiber_switch(void **saved, void *target);
 *
 * What the ABI lets a function keep is pushed on the old stack, whose pointer goes to *saved, and
 * popped from the new one:
 *
 *     target -> | mxcsr, x87 control word | r15 | r14 | r13 | r12 | rbx | rbp | return address |
 *
 * The frame is the same on both stacks, so one set of CFI is right on either side of the switch. */

#ifdef __x86_64__
        .text
        .globl  fiber_switch
        .type   fiber_switch, @function
        .p2align 4
fiber_switch:
        .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)

        movq    %rsi, %rsp
        fldcw   4(%rsp)
        ldmxcsr (%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbp
        popq    %rcx                    /* a jump: `ret` would always be predicted wrongly */
        .cfi_adjust_cfa_offset -8
        .cfi_register rip, rcx
        jmp     *%rcx
        .cfi_endproc
        .size   fiber_switch, . - fiber_switch

/* The first frame of every fiber: calls r12(r13), which never returns. The undefined return
 * address and the zero in rbp end backtraces here. */
        .globl  fiber_first_frame
        .type   fiber_first_frame, @function
        .p2align 4
fiber_first_frame:
        .cfi_startproc
        .cfi_undefined rip
        movq    %r13, %rdi
        callq   *%r12
        ud2
        .cfi_endproc
        .size   fiber_first_frame, . - fiber_first_frame

#endif
        .section .note.GNU-stack, "", %progbits
