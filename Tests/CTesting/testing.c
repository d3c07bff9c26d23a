#define _GNU_SOURCE
#include "CTesting.h"

#include <string.h>
#include <sys/xattr.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int ctesting_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int ctesting_terminal(int ends[2], unsigned short columns) {
  struct winsize size = {.ws_row = 24, .ws_col = columns};
  char name[64];
  ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ends[0] < 0 || grantpt(ends[0]) || unlockpt(ends[0]) || ptsname_r(ends[0], name, sizeof name)) return -1;
  ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  return ends[1] < 0 ? -1 : ioctl(ends[1], TIOCSWINSZ, &size);
}

int ctesting_start_in(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

int ctesting_close_others(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
}

int ctesting_trace(char *const words[], char *const environment[]) {
  pid_t process = fork();
  if (process != 0) {
    int status;
    // The program stops when it has replaced this one.
    if (process < 0 || waitpid(process, &status, __WALL) < 0 || !WIFSTOPPED(status)) return -1;
    return ptrace(PTRACE_SETOPTIONS, process, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) ? -1 : process;
  }
  int nothing = open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(nothing, descriptor);
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) execve(words[0], words, environment);
  _exit(127);
}

int ctesting_trace_step(int process) {
  int status, signal = 0;
  while (ptrace(PTRACE_SYSCALL, process, 0, signal) == 0 && waitpid(process, &status, __WALL) == process) {
    if (!WIFSTOPPED(status)) return 0;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) return 1;
    signal = WSTOPSIG(status);
  }
  return -1;
}

const char *ctesting_trace_call(int process) {
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info) <= 0) return NULL;
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return NULL;
  switch (info.entry.nr) {
    case SYS_fsync: return "fsync";
#ifdef SYS_renameat
    case SYS_renameat: return "rename";
#endif
    case SYS_renameat2: return info.entry.args[4] ? "rename to a free name" : "rename";
    default: return NULL;
  }
}

void ctesting_trace_kill(int process) {
  int status;
  kill(process, SIGKILL);
  while (waitpid(process, &status, __WALL) == process && WIFSTOPPED(status)) ptrace(PTRACE_CONT, process, 0, 0);
}

int ctesting_set_attribute(const char *path, const char *name, const char *value) {
  return setxattr(path, name, value, strlen(value), 0);
}

int ctesting_has_attribute(const char *path, const char *name, const char *value) {
  char found[64];
  ssize_t size = getxattr(path, name, found, sizeof found);
  return size == (ssize_t)strlen(value) && memcmp(found, value, size) == 0;
}

int ctesting_civil_time(const char *zone, time_t instant, struct tm *civil) {
  static void *library;
  static int (*set)(const char *, const char *, int);
  static void (*read_zone)(void);
  static struct tm *(*civil_time)(const time_t *, struct tm *);
  static char *shown;
  if (!library) {
    if (!(library = dlmopen(LM_ID_NEWLM, "libc.so.6", RTLD_NOW))) return -1;
    *(void **)&set = dlsym(library, "setenv");
    *(void **)&read_zone = dlsym(library, "tzset");
    *(void **)&civil_time = dlsym(library, "localtime_r");
  }
  if (!set || !read_zone || !civil_time) return -1;
  if (!shown || strcmp(shown, zone) != 0) {
    if (set("TZ", zone, 1) != 0) return -1;
    read_zone();
    free(shown);
    shown = strdup(zone);
  }
  return civil_time(&instant, civil) ? 0 : -1;
}
