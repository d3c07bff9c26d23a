#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Becomes another user, who may still reach every file: the start is not to fail for another reason than the asked one.
/// Makes system calls only, because other threads of the process may have held locks.
static int become(uint32_t user) {
  if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0 || syscall(SYS_setgroups, 0, NULL) != 0 ||
      syscall(SYS_setresgid, user, user, user) != 0 || syscall(SYS_setresuid, user, user, user) != 0) {
    return -1;
  }
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{0}};
  data[0].effective = data[0].permitted = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
  return (int)syscall(SYS_capset, &head, data);
}

/// What the child process does until it starts the program. It never returns.
static _Noreturn void start(const char *path, char *const arguments[], int64_t user, int report, pid_t parent) {
  struct schedctl_hold failure = {.stage = SCHEDCTL_HOLD_UNPREPARED};
  char *const environment[] = {NULL};
  // The signal is forgotten when the user changes. The second call is for a parent that has ended in between.
  int is_ready = (user < 0 || become((uint32_t)user) == 0) && prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 &&
                 getppid() == parent && ptrace(PTRACE_TRACEME, 0, 0, 0) == 0 && raise(SIGSTOP) == 0;
  if (is_ready) {
    failure.stage = SCHEDCTL_HOLD_REFUSED;
    execve(path, arguments, environment);
  }
  failure.error = errno;
  if (write(report, &failure, sizeof failure) < 0) _exit(2);
  _exit(1);
}

/// Returns the reading of CLOCK_MONOTONIC, in nanoseconds.
static int64_t monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Waits for the next stop or the end of a child, until a reading of CLOCK_MONOTONIC. Returns -1 and errno on failure.
static int wait_for(pid_t child, int *status, int64_t deadline) {
  while (monotonic() < deadline) {
    pid_t found = waitpid(child, status, WNOHANG | __WALL);
    if (found != 0) return found < 0 ? -1 : 0;
    struct timespec pause = {.tv_nsec = 100000};
    nanosleep(&pause, NULL);
  }
  errno = ETIMEDOUT;
  return -1;
}

/// Makes a child run until it has started its program, or has ended; all waits together end at the deadline. Returns 1, 0,
/// or -1 and errno.
static int follow(pid_t child, int64_t deadline) {
  int status, has_options = 0;
  for (;;) {
    if (wait_for(child, &status, deadline) != 0) return -1;
    if (!WIFSTOPPED(status)) return 0;
    if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8)) break;
    if (!has_options && ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) != 0) return -1;
    has_options = 1;
    // Signals for a terminal's foreground are none for this process.
    if (ptrace(PTRACE_CONT, child, 0, 0) != 0) return -1;
  }
  // The kernel reports the start to others after this stop. The next one is at the end of the system call, still before
  // the first instruction.
  if (ptrace(PTRACE_SYSCALL, child, 0, 0) != 0 || wait_for(child, &status, deadline) != 0) return -1;
  return WIFSTOPPED(status);
}

struct schedctl_hold schedctl_hold_start(const char *path, char *const arguments[], int64_t user,
                                         int32_t milliseconds) {
  int64_t deadline = monotonic() + (int64_t)milliseconds * 1000000;
  struct schedctl_hold result = {.stage = SCHEDCTL_HOLD_UNPREPARED};
  int ends[2];
  if (schedctl_pipe(ends) != 0) {
    result.error = errno;
    return result;
  }
  pid_t parent = getpid(), child = fork();
  if (child == 0) start(path, arguments, user, ends[1], parent);
  result.error = errno;
  close(ends[1]);
  result.process = child;
  if (child > 0) {
    int has_started = follow(child, deadline);
    if (has_started > 0) {
      result.stage = SCHEDCTL_HOLD_HELD;
    } else if (has_started < 0) {
      result.error = errno;
      schedctl_hold_end(child);
    } else {
      struct schedctl_hold failure;
      result.error = EINTR;
      if (read(ends[0], &failure, sizeof failure) == sizeof failure) {
        result.stage = failure.stage;
        result.error = failure.error;
      }
    }
  }
  close(ends[0]);
  return result;
}

void schedctl_hold_end(int32_t process) {
  int status;
  kill(process, SIGKILL);
  while (waitpid(process, &status, __WALL) < 0 && errno == EINTR) {
  }
}
