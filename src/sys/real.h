/* sys/real.h - what the loops of the real machine share: the eventfd that ends a sleep. Private to sys/. */
#pragma once

#include "sys/loop_internal.h"

int real_create_wake(struct loop *loop);
void real_destroy_wake(struct loop *loop);
void real_wake(struct loop *loop); /* from any thread */
