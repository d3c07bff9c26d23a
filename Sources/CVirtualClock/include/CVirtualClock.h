#pragma once

#include <stdint.h>

/* A clock that stands still until it is set. The functions take its address as an integer, because Swift does not let
   a pointer cross threads. */

/* Returns the address of a new clock at 0, or 0 if memory is short. */
uintptr_t virtual_clock_create(void);

/* Frees a clock. No thread may read it any more. */
void virtual_clock_destroy(uintptr_t clock);

/* Sets the nanoseconds since 1970, since the start of the device, and since its start without sleep. Threads that read
   the clock meanwhile see the old or the new value of each. */
void virtual_clock_set(uintptr_t clock, int64_t wall, int64_t boot, int64_t monotonic);

/* Makes the calling thread read `clock` instead of the system's clocks, or the system's clocks if it is 0. Returns the
   clock that the thread read before, or 0. */
uintptr_t virtual_clock_install(uintptr_t clock);

/* Adds to what the calling thread reads of its virtual clock, until another clock is installed. */
void virtual_clock_add_sleep(int64_t nanoseconds);

/* A way to wait in real time: a sleeping task, a block on a queue after a delay, a timer, a sleeping thread. */
typedef enum { VIRTUAL_WAIT_TASK, VIRTUAL_WAIT_QUEUE, VIRTUAL_WAIT_TIMER, VIRTUAL_WAIT_SLEEP } virtual_wait_kind;

/* Is called on the thread that begins to wait, before it does. */
typedef void (*virtual_wait_report)(virtual_wait_kind kind);

/* Reports all waits of the program from now on, in place of the report that was installed before. */
void virtual_wait_install(virtual_wait_report report);
