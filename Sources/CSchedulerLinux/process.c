#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

char **schedctl_environment(void) { return environ; }

// The Swift runtime of a static program looks its own path up in /proc before main, and aborts where it finds none. The
// path is for its reports of crashes. Constructors with a number run before those of the runtime.
__attribute__((constructor(101))) static void allow_missing_proc(void) {
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

static int argument_count;
static char **arguments;

// glibc passes the arguments of main to constructors, in static programs too.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int schedctl_argument_count(void) { return argument_count; }

char **schedctl_arguments(void) { return arguments; }

const char *schedctl_error_words(int code) { return strerrordesc_np(code); }

int schedctl_memory_file(void) { return memfd_create("schedctl", MFD_CLOEXEC); }

int schedctl_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int schedctl_signal_file(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK); }

int schedctl_close_others(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
}
