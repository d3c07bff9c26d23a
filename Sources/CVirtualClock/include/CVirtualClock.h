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
