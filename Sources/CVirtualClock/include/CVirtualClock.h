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

/* What a thread reads: a clock, or the system's clocks if it is 0, and the nanoseconds that the thread has slept since it
   reads that clock. */
typedef struct {
  uintptr_t clock;
  int64_t slept;
} virtual_clock_view;

/* Makes the calling thread read a clock. Returns what the thread read before. */
virtual_clock_view virtual_clock_install(virtual_clock_view view);

/* Adds to what the calling thread reads of its virtual clock. */
void virtual_clock_add_sleep(int64_t nanoseconds);

/* A way to wait in real time: a sleeping task, a block on a queue after a delay, a timer, a sleeping thread. */
typedef enum { VIRTUAL_WAIT_TASK, VIRTUAL_WAIT_QUEUE, VIRTUAL_WAIT_TIMER, VIRTUAL_WAIT_SLEEP } virtual_wait_kind;

/* Is called on the thread that begins to wait, before it does. */
typedef void (*virtual_wait_report)(virtual_wait_kind kind);

/* Reports a wait of the calling thread, and leaves out those that `virtual_wait_end_reporting` ends. For code that waits on
   behalf of other code. */
void virtual_wait_begin_reporting(virtual_wait_kind kind);
void virtual_wait_end_reporting(void);

/* Reports all waits of the program from now on, in place of the report that was installed before. */
void virtual_wait_install(virtual_wait_report report);
