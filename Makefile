# Builds Anax. `make` gives build/anax; `make MODE=asan` gives build/asan/anax, and so on.
#
#   MODE     release   -O3; what users run
#            debug     -Og -DXXH_NO_INLINE_HINTS=1, with the extra checks of tests (ANAX_TEST)
#            asan      AddressSanitizer and UndefinedBehaviorSanitizer, with the checks of tests
#            tsan      ThreadSanitizer, with the checks of tests
#            count     release that counts atomic operations and hops (ANAX_COUNT)
#   make unit      builds the unit tests of this mode and runs them
#   make bench     the programs of bench/; one folder with C files, one program build/bench/NAME
#   make fuzz      one libFuzzer program (clang) a file of tests/fuzz
#   make format    clang-format over all C files
#   make cross     what needs no foreign library, for aarch64, its unit tests run by qemu
#
# `make B=/tmp/mine` builds elsewhere, out of the way of another make in this tree; V=1 prints the commands.
#
# Every folder named in src/LAYERS becomes one archive. They are linked top layer first, and a unit
# test only with its layer and those below it: so the linker, too, refuses a call upwards.

MODE ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
AR := ar
ARCH := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
B := build/$(MODE)

LAYERS := $(shell cat src/LAYERS)

# ---- flags ----

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wpointer-arith -Wno-missing-field-initializers -Werror

# x86-64-v2 is what every server CPU since 2009 has; what needs more asks for it in one function.
MACHINE_x86_64 := -march=x86-64-v2
MACHINE_aarch64 := -march=armv8-a -moutline-atomics

OPTIMIZE_release := -O3 -g
OPTIMIZE_count := -O3 -g -DANAX_COUNT=1
OPTIMIZE_debug := -Og -DXXH_NO_INLINE_HINTS=1 -g3 -DANAX_TEST=1
OPTIMIZE_asan := -O1 -g -DANAX_TEST=1 -DANAX_LIBC_MALLOC=1 \
	-fsanitize=address,undefined -fno-sanitize-recover=all
OPTIMIZE_tsan := -O1 -g -DANAX_TEST=1 -DANAX_LIBC_MALLOC=1 -fsanitize=thread
OPTIMIZE_cross := -O2 -g -DANAX_TEST=1 -DANAX_LIBC_MALLOC=1 -DANAX_NO_URING=1

OPTIMIZE := $(OPTIMIZE_$(MODE))
ifeq ($(OPTIMIZE),)
$(error MODE=$(MODE) is none of release, debug, asan, tsan, count)
endif

DEFINES := -D_GNU_SOURCE
ALL_CFLAGS := -std=c17 $(DEFINES) $(OPTIMIZE) $(MACHINE_$(ARCH)) -fno-omit-frame-pointer -fno-plt \
	-fno-common $(WARNINGS) -Isrc $(CFLAGS)
ALL_LDFLAGS := $(filter -fsanitize% -fno-sanitize%,$(OPTIMIZE)) -Wl,-z,relro,-z,now $(LDFLAGS)
# jemalloc is linked statically (base/memory.c says why jemalloc); sanitizers bring their own malloc.
SYSTEM_LIBS := -luring -lzstd -llz4 -lcrypto -lm -lpthread
LIBS := $(SYSTEM_LIBS)
ifeq ($(filter -DANAX_LIBC_MALLOC=1,$(OPTIMIZE)),)
LIBS := -l:libjemalloc.a $(SYSTEM_LIBS)
endif

# ---- what there is ----

sources = $(wildcard src/$(1)/*.c src/$(1)/*.S)
objects = $(patsubst src/%,$(B)/obj/%.o,$(basename $(call sources,$(1))))
archive = $(B)/lib$(1).a
reverse = $(if $(1),$(call reverse,$(wordlist 2,99,$(1))) $(firstword $(1)))
# The layer itself and those below it, top first, as the linker wants them.
below = $(call reverse,$(shell sed '/^$(1)$$/q' src/LAYERS))

ARCHIVES := $(foreach layer,$(call reverse,$(LAYERS)),$(call archive,$(layer)))
PROGRAMS := $(if $(wildcard src/main/main.c),$(B)/anax) $(if $(wildcard src/main/sim_main.c),$(B)/anax-sim) \
	$(if $(wildcard src/main/log_main.c),$(B)/anax-log)
ifeq ($(B),build/release)
PROGRAMS += $(if $(wildcard src/main/main.c),build/anax) $(if $(wildcard src/main/log_main.c),build/anax-log)
endif

TESTS := $(wildcard tests/unit/*/*_test.c)
UNITS := $(patsubst tests/unit/%.c,$(B)/unit/%,$(TESTS))

.PHONY: all archives unit unit-programs bench fuzz cross format clean FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: $(PROGRAMS) $(ARCHIVES)
archives: $(ARCHIVES)

# ---- rules ----

Q := $(if $(V),,@)

# Rewritten only when the flags have changed, so that a change of flags rebuilds what it concerns.
$(B)/flags: FORCE
	@mkdir -p $(B)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(LIBS)' | cmp -s - $@ || \
		echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(LIBS)' > $@

$(B)/obj/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

$(B)/obj/%.o: src/%.S $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# Made anew each time, because ar keeps members whose source file is gone.
define layer_rules
$(call archive,$(1)): $(call objects,$(1)) $(B)/flags
	@mkdir -p $(B)
	@rm -f $$@
	$(Q)$(AR) rcs $$@ $(call objects,$(1))
endef
$(foreach layer,$(LAYERS),$(eval $(call layer_rules,$(layer))))

$(B)/anax: $(B)/obj/main/main.o $(ARCHIVES)
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

$(B)/anax-sim: $(B)/obj/main/sim_main.o $(ARCHIVES)
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

$(B)/anax-log: $(B)/obj/main/log_main.o $(ARCHIVES)
	@echo "  LINK $@"
	$(Q)$(CC) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

build/anax: build/release/anax
	cp -f $< $@.new && mv -f $@.new $@

build/anax-log: build/release/anax-log
	cp -f $< $@.new && mv -f $@.new $@

# ---- unit tests: tests/unit/LAYER/NAME_test.c, with what else lies in that folder ----

define unit_rules
UNIT_HELPERS_$(1) := $$(patsubst tests/unit/%.c,$(B)/obj/unit/%.o,$$(filter-out %_test.c,$$(wildcard tests/unit/$(1)/*.c)))
$(filter $(B)/unit/$(1)/%,$(UNITS)): $(B)/unit/$(1)/%: $(B)/obj/unit/$(1)/%.o $$(UNIT_HELPERS_$(1)) \
		$(foreach layer,$(call below,$(1)),$(call archive,$(layer)))
	@mkdir -p $$(@D)
	@echo "  LINK $$@"
	$(Q)$(CC) $(ALL_LDFLAGS) $$^ $(LIBS) -o $$@
endef
$(foreach layer,$(LAYERS),$(if $(filter $(B)/unit/$(layer)/%,$(UNITS)),$(eval $(call unit_rules,$(layer)))))

$(B)/obj/unit/%.o: tests/unit/%.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/unit -MMD -MP -c $< -o $@

unit-programs: $(UNITS)
unit: $(UNITS)
	tests/run-unit $(MODE) $(UNITS)

# ---- benchmarks: bench/NAME/*.c; bench/load is no part of Anax and has a Makefile of its own ----

BENCH_NAMES := $(filter-out load,$(patsubst bench/%/,%,$(sort $(dir $(wildcard bench/*/*.c)))))
bench_objects = $(patsubst bench/%.c,$(B)/obj/bench/%.o,$(wildcard bench/$(1)/*.c))

define bench_rules
build/bench/$(1): $(call bench_objects,$(1)) $(ARCHIVES)
	@mkdir -p build/bench
	@echo "  LINK $$@"
	$(Q)$(CC) $(ALL_LDFLAGS) $$^ $(LIBS) -o $$@
endef
$(foreach name,$(BENCH_NAMES),$(eval $(call bench_rules,$(name))))

$(B)/obj/bench/%.o: bench/%.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Ibench -MMD -MP -c $< -o $@

bench: $(patsubst %,build/bench/%,$(BENCH_NAMES))
	$(MAKE) -C bench

# ---- fuzzers: tests/fuzz/NAME.c, each with all layers, by clang ----

FUZZ_FLAGS := -std=c17 $(DEFINES) -O1 -g -DANAX_TEST=1 -DANAX_LIBC_MALLOC=1 $(MACHINE_$(ARCH)) \
	-fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -Isrc
FUZZ_NAMES := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_OBJECTS := $(foreach layer,$(LAYERS),$(patsubst src/%,build/fuzz/obj/%.o,$(basename $(call sources,$(layer)))))

build/fuzz/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)clang $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

build/fuzz/obj/%.o: src/%.S
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)clang $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

build/fuzz/liball.a: $(FUZZ_OBJECTS)
	@mkdir -p build/fuzz
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

build/fuzz/%: tests/fuzz/%.c build/fuzz/liball.a
	@echo "  LINK $@"
	$(Q)clang $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined $^ $(SYSTEM_LIBS) -o $@

fuzz: $(patsubst %,build/fuzz/%,$(FUZZ_NAMES))

# ---- aarch64 ----

# The pure layers and the fibers; io_uring stays out because liburing is a foreign library there.
CROSS_LAYERS := base data proto sys
CROSS_TESTS := $(wildcard tests/unit/base/*_test.c tests/unit/data/*_test.c tests/unit/proto/*_test.c \
	tests/unit/sys/fiber*_test.c tests/unit/sys/timer*_test.c tests/unit/sys/sim*_test.c)
cross:
	$(MAKE) MODE=cross CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar LDFLAGS=-static \
		SYSTEM_LIBS='-lm -lpthread' cross-unit
cross-unit: $(foreach layer,$(CROSS_LAYERS),$(B)/lib$(layer).a) \
		$(patsubst tests/unit/%.c,$(B)/unit/%,$(CROSS_TESTS))
	tests/run-unit --runner qemu-aarch64 $(MODE) $(filter $(B)/unit/%,$^)
.PHONY: cross-unit

format:
	clang-format -i $$(git ls-files -co --exclude-standard '*.c' '*.h')

clean:
	rm -rf build

-include $(shell find $(B)/obj build/fuzz/obj -name '*.d' 2>/dev/null)
