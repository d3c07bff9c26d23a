// Runs commands in turn, A B A B …, each a whole process, and prints what each took.
//
//   launch ROUNDS COMMAND… [-- COMMAND…]…
//
// A line a round: for each command the nanoseconds from before its start until it has been waited for, the nanoseconds
// that a processor was busy with it, and its peak memory in KiB. The commands' output is dropped. In C and this small
// because a process inherits the peak memory of its parent, and because starting one from a large process takes longer.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static long long nanoseconds(struct timeval time) { return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL; }

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void run(char **command, const posix_spawn_file_actions_t *actions) {
  pid_t child;
  int status;
  struct rusage usage;
  long long start = now();
  if (posix_spawnp(&child, command[0], actions, NULL, command, environ) != 0 || wait4(child, &status, 0, &usage) < 0) {
    perror(command[0]);
    exit(1);
  }
  long long end = now();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s: ended with status %d\n", command[0], status);
    exit(1);
  }
  printf("%lld %lld %ld ", end - start, nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime), usage.ru_maxrss);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  char **commands[16];
  int commandCount = 1;
  commands[0] = arguments + 2;
  for (int index = 2; index < count; index++) {
    if (strcmp(arguments[index], "--") != 0 || commandCount == 16) continue;
    arguments[index] = NULL;
    commands[commandCount++] = arguments + index + 1;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  for (int round = atoi(arguments[1]); round > 0; round--) {
    for (int index = 0; index < commandCount; index++) run(commands[index], &actions);
    putchar('\n');
  }
  return 0;
}
