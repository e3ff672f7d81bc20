/* The switch between stacks on aarch64 (AAPCS64).
 *
 *     void fiber_switch(void **saved, void *target);
 *
 * What the ABI lets a function keep is stored on the old stack, whose pointer goes to *saved, and
 * loaded from the new one (offsets from target):
 *
 *     0 d8-d15 | 64 x19-x28 | 144 x29 | 152 x30 (where to go on) | 160 fpcr | 168 unused | 176
 *
 * The frame is the same on both stacks, so one set of CFI is right on either side of the switch. */

#ifdef __aarch64__
        .text
        .globl  fiber_switch
        .type   fiber_switch, %function
        .p2align 4
fiber_switch:
        .cfi_startproc
        sub     sp, sp, #176
        .cfi_def_cfa_offset 176
        stp     d8, d9, [sp, #0]
        stp     d10, d11, [sp, #16]
        stp     d12, d13, [sp, #32]
        stp     d14, d15, [sp, #48]
        stp     x19, x20, [sp, #64]
        stp     x21, x22, [sp, #80]
        stp     x23, x24, [sp, #96]
        stp     x25, x26, [sp, #112]
        stp     x27, x28, [sp, #128]
        stp     x29, x30, [sp, #144]
        .cfi_rel_offset x19, 64
        .cfi_rel_offset x20, 72
        .cfi_rel_offset x21, 80
        .cfi_rel_offset x22, 88
        .cfi_rel_offset x23, 96
        .cfi_rel_offset x24, 104
        .cfi_rel_offset x25, 112
        .cfi_rel_offset x26, 120
        .cfi_rel_offset x27, 128
        .cfi_rel_offset x28, 136
        .cfi_rel_offset x29, 144
        .cfi_rel_offset x30, 152
        mrs     x9, fpcr
        str     x9, [sp, #160]
        mov     x10, sp
        str     x10, [x0]

        mov     sp, x1
        ldr     x10, [sp, #160]
        cmp     x9, x10
        b.eq    1f                      /* writing fpcr drains the pipeline on many cores */
        msr     fpcr, x10
1:
        ldp     d8, d9, [sp, #0]
        ldp     d10, d11, [sp, #16]
        ldp     d12, d13, [sp, #32]
        ldp     d14, d15, [sp, #48]
        ldp     x19, x20, [sp, #64]
        ldp     x21, x22, [sp, #80]
        ldp     x23, x24, [sp, #96]
        ldp     x25, x26, [sp, #112]
        ldp     x27, x28, [sp, #128]
        ldp     x29, x30, [sp, #144]
        add     sp, sp, #176
        .cfi_def_cfa_offset 0
        .cfi_restore x19
        .cfi_restore x20
        .cfi_restore x21
        .cfi_restore x22
        .cfi_restore x23
        .cfi_restore x24
        .cfi_restore x25
        .cfi_restore x26
        .cfi_restore x27
        .cfi_restore x28
        .cfi_restore x29
        .cfi_restore x30
        br      x30                     /* a jump: `ret` would always be predicted wrongly */
        .cfi_endproc
        .size   fiber_switch, . - fiber_switch

/* The first frame of every fiber: calls x19(x20), which never returns. The undefined return
 * address and the zero in x29 end backtraces here. */
        .globl  fiber_first_frame
        .type   fiber_first_frame, %function
        .p2align 4
fiber_first_frame:
        .cfi_startproc
        .cfi_undefined x30
        mov     x0, x20
        blr     x19
        brk     #1
        .cfi_endproc
        .size   fiber_first_frame, . - fiber_first_frame

#endif
        .section .note.GNU-stack, "", %progbits
