/* Tells a program which of its code waits in real time. The functions stand before those of the libraries, as the clocks
   do, report the call, and then call the library's. They are in one file with the function that asks for the reports, so
   that a program which asks has linked them. */

#define _GNU_SOURCE
#include "CVirtualClock.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* For functions of a library that a program may contain statically. The sleeps are not weak, because the thread sanitizer
   has weak ones of its own, which would stand in their place. */
#define WEAK __attribute__((weak))

static _Atomic(virtual_wait_report) current_report;
/* Whether the thread is in a report, whose own calls are not reported. */
static _Thread_local int is_reporting;

void virtual_wait_install(virtual_wait_report report) { atomic_store(&current_report, report); }

static void report(virtual_wait_kind kind) {
  virtual_wait_report to = atomic_load(&current_report);
  if (!to || is_reporting) return;
  is_reporting = 1;
  to(kind);
  is_reporting = 0;
}

void virtual_wait_begin_reporting(virtual_wait_kind kind) {
  report(kind);
  is_reporting = 1;
}

void virtual_wait_end_reporting(void) { is_reporting = 0; }

/* The library's function of a name, which is looked up once. A program that contains its libraries statically has none
   to look up, and cannot link this file. */
#define LIBRARY(type, name)                  \
  static _Atomic(type) found;                \
  type call = atomic_load(&found);           \
  if (!call) {                               \
    call = (type)dlsym(RTLD_NEXT, name);     \
    if (!call) abort();                      \
    atomic_store(&found, call);              \
  }

static int64_t nanoseconds(const struct timespec *length) {
  return length ? length->tv_sec * 1000000000LL + length->tv_nsec : 0;
}

/* Adds what a thread has slept: all of it, or a part if a signal ended the sleep and the rest is known. */
static void add_slept(int64_t whole, int is_whole, const struct timespec *rest) {
  if (is_whole) {
    virtual_clock_add_sleep(whole);
  } else if (rest) {
    virtual_clock_add_sleep(whole - nanoseconds(rest));
  }
}

typedef void (*after_function)(uint64_t, void *, void *, void (*)(void *));
typedef void (*after_block)(uint64_t, void *, void *);
typedef void (*set_timer)(void *, uint64_t, uint64_t, uint64_t);
/* The thread sanitizer has weak functions of the names of the next two, which tell it what a block may see. They are
   called in place of the library's, and must not stand in place of these. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_THREAD_SANITIZER 1
#endif
#endif
#ifdef HAS_THREAD_SANITIZER
#define WEAK_UNLESS_WATCHED
void __interceptor_dispatch_after_f(uint64_t, void *, void *, void (*)(void *));
void __interceptor_dispatch_after(uint64_t, void *, void *);
#define WATCHED(type, name) type call = __interceptor_##name;
#else
#define WEAK_UNLESS_WATCHED WEAK
#define WATCHED(type, name) LIBRARY(type, #name)
#endif

typedef int (*sleep_for)(const struct timespec *, struct timespec *);
typedef int (*sleep_by)(clockid_t, int, const struct timespec *, struct timespec *);
typedef int (*sleep_micro)(useconds_t);
typedef unsigned (*sleep_seconds)(unsigned);
typedef int (*arm_timer)(int, int, const struct itimerspec *, struct itimerspec *);

WEAK_UNLESS_WATCHED void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *)) {
  WATCHED(after_function, dispatch_after_f)
  report(VIRTUAL_WAIT_TASK);
  call(when, queue, context, work);
}

WEAK_UNLESS_WATCHED void dispatch_after(uint64_t when, void *queue, void *block) {
  WATCHED(after_block, dispatch_after)
  report(VIRTUAL_WAIT_QUEUE);
  call(when, queue, block);
}

WEAK void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  LIBRARY(set_timer, "dispatch_source_set_timer")
  report(VIRTUAL_WAIT_TIMER);
  call(source, start, interval, leeway);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  LIBRARY(arm_timer, "timerfd_settime")
  if (value && (value->it_value.tv_sec || value->it_value.tv_nsec)) report(VIRTUAL_WAIT_TIMER);
  return call(timer, flags, value, old);
}

int nanosleep(const struct timespec *length, struct timespec *rest) {
  LIBRARY(sleep_for, "nanosleep")
  report(VIRTUAL_WAIT_SLEEP);
  int64_t whole = nanoseconds(length);
  int result = call(length, rest);
  if (result == 0 || errno == EINTR) add_slept(whole, result == 0, rest);
  return result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *length, struct timespec *rest) {
  LIBRARY(sleep_by, "clock_nanosleep")
  report(VIRTUAL_WAIT_SLEEP);
  int64_t whole = nanoseconds(length);
  int result = call(clock, flags, length, rest);
  if (!(flags & TIMER_ABSTIME) && (result == 0 || result == EINTR)) add_slept(whole, result == 0, rest);
  return result;
}

int usleep(useconds_t length) {
  LIBRARY(sleep_micro, "usleep")
  report(VIRTUAL_WAIT_SLEEP);
  int result = call(length);
  if (result == 0) virtual_clock_add_sleep(length * 1000LL);
  return result;
}

unsigned sleep(unsigned seconds) {
  LIBRARY(sleep_seconds, "sleep")
  report(VIRTUAL_WAIT_SLEEP);
  unsigned result = call(seconds);
  virtual_clock_add_sleep((seconds - result) * 1000000000LL);
  return result;
}
