/* Replaces the clocks of the C library in the program that links this file. The linker exports the three functions,
   and all shared libraries of the program, those of Swift too, call them instead of the C library's. All are in one
   file, so that a program that creates a clock has also linked the functions that read it. */

#define _GNU_SOURCE
#include "CVirtualClock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct virtual_clock {
  _Atomic int64_t wall;
  _Atomic int64_t boot;
  _Atomic int64_t monotonic;
};

static _Thread_local struct virtual_clock *current;
/* The nanoseconds that the thread has slept since it reads the clock. It sees the time pass that it slept, so that code
   which sleeps until a date ends. */
static _Thread_local int64_t slept;

void virtual_clock_add_sleep(int64_t nanoseconds) {
  if (current && nanoseconds > 0) slept += nanoseconds;
}

uintptr_t virtual_clock_create(void) { return (uintptr_t)calloc(1, sizeof(struct virtual_clock)); }

void virtual_clock_destroy(uintptr_t clock) { free((struct virtual_clock *)clock); }

void virtual_clock_set(uintptr_t address, int64_t wall, int64_t boot, int64_t monotonic) {
  struct virtual_clock *clock = (struct virtual_clock *)address;
  if (clock == current && slept) {
    /* The time that passes on the device is that which the thread has slept already. */
    int64_t passed = boot - atomic_load(&clock->boot);
    slept = passed < 0 || passed > slept ? 0 : slept - passed;
  }
  atomic_store(&clock->wall, wall);
  atomic_store(&clock->boot, boot);
  atomic_store(&clock->monotonic, monotonic);
}

virtual_clock_view virtual_clock_install(virtual_clock_view view) {
  virtual_clock_view before = {(uintptr_t)current, slept};
  current = (struct virtual_clock *)view.clock;
  slept = view.slept;
  return before;
}

/* Returns the virtual counterpart of a clock of the system, or NULL if there is none or the thread reads real time. */
static _Atomic int64_t *counterpart(clockid_t id) {
  if (!current) return NULL;
  switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return &current->wall;
    case CLOCK_BOOTTIME: return &current->boot;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE: return &current->monotonic;
    default: return NULL;
  }
}

int clock_gettime(clockid_t id, struct timespec *time) {
  _Atomic int64_t *clock = counterpart(id);
  if (!clock) return (int)syscall(SYS_clock_gettime, id, time);
  const int64_t second = 1000000000;
  int64_t now = atomic_load(clock) + slept;
  int64_t rest = ((now % second) + second) % second;
  time->tv_sec = (now - rest) / second;
  time->tv_nsec = rest;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  if (!current) return (int)syscall(SYS_gettimeofday, time, zone);
  if (clock_gettime(CLOCK_REALTIME, &now) == 0) {
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
  }
  return 0;
}

time_t time(time_t *result) {
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
