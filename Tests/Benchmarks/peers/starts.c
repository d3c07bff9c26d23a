// Starts programs as another user, and says when what happened. All times are nanoseconds of CLOCK_MONOTONIC.
//
//   starts until-denied USER PROGRAM FILE  writes "ready", starts the program without a pause until FILE has been written to
//                                          and a start is denied, and prints when it was written to, and when the first
//                                          denied start began and the last allowed one
//   starts pairs USER PROGRAM COUNT        prints how long each start took, until the program has ended
//   starts flood USER PROGRAM RATE COUNT   starts the program RATE times a second from two processes, and prints how many
//                                          were allowed, how long all took, and how long each start waited for its answer
//   starts stubborn                        prints when it receives SIGTERM, and goes on
//   starts                                 ends at once

#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void become(const char *user) {
  if (setgroups(0, NULL) != 0 || setgid(atoi(user)) != 0 || setuid(atoi(user)) != 0) fail("another user");
}

// Starts a program and waits for its end. Returns 0, or why it did not start.
static int start(char *program) {
  volatile int error = 0;
  pid_t child = vfork();
  if (child == 0) {
    char *arguments[] = {program, NULL}, *environment[] = {NULL};
    execve(program, arguments, environment);
    error = errno;
    _exit(126);
  }
  if (child < 0 || waitpid(child, NULL, 0) != child) fail("a start");
  return error;
}

static volatile long long written;

static void *watch(void *file) {
  char buffer[4096];
  int events = inotify_init1(IN_CLOEXEC);
  if (events < 0 || inotify_add_watch(events, file, IN_MODIFY) < 0) fail(file);
  puts("ready");
  fflush(stdout);
  if (read(events, buffer, sizeof buffer) <= 0) fail("inotify");
  written = now();
  return NULL;
}

static void until_denied(char *program, char *file) {
  pthread_t thread;
  long long allowed = 0, begin;
  if (pthread_create(&thread, NULL, watch, file) != 0) fail("a thread");
  for (;;) {
    begin = now();
    int error = start(program);
    if (error == EPERM && written) break;
    if (error != 0 && error != EPERM) fail(program);
    if (error == 0) allowed = begin;
    if (written && now() - written > 5000000000LL) fail("never denied");
  }
  pthread_join(thread, NULL);
  printf("%lld %lld %lld\n", written, begin, allowed);
}

static void pairs(char *program, int count) {
  while (count-- > 0) {
    long long begin = now();
    if (start(program) != 0) fail(program);
    printf("%lld\n", now() - begin);
  }
}

static void flood(char *program, int rate, int count) {
  enum { WORKERS = 2 };
  struct shared { long long allowed[WORKERS], waits[]; } *shared;
  size_t size = sizeof *shared + count * sizeof(long long);
  shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail("memory");
  long long first = now();
  for (int worker = 0; worker < WORKERS; worker++) {
    if (fork() != 0) continue;
    for (int number = worker; number < count; number += WORKERS) {
      long long due = first + number * (1000000000LL / rate);
      while (now() < due) {}
      long long begin = now();
      if (start(program) == 0) shared->allowed[worker]++;
      shared->waits[number] = now() - begin;
    }
    _exit(0);
  }
  for (int worker = 0; worker < WORKERS; worker++) wait(NULL);
  printf("%lld %lld\n", shared->allowed[0] + shared->allowed[1], now() - first);
  for (int number = 0; number < count; number++) printf("%lld\n", shared->waits[number]);
}

static void terminated(int number) {
  char text[32];
  (void)number;
  if (write(1, text, snprintf(text, sizeof text, "%lld\n", now())) < 0) _exit(1);
}

static void stubborn(void) {
  struct sigaction action = {.sa_handler = terminated};
  sigaction(SIGTERM, &action, NULL);
  puts("ready");
  fflush(stdout);
  for (;;) pause();
}

int main(int count, char **arguments) {
  const char *mode = count > 1 ? arguments[1] : "";
  if (strcmp(mode, "stubborn") == 0) stubborn();
  if (count > 4) {
    become(arguments[2]);
    if (strcmp(mode, "until-denied") == 0) until_denied(arguments[3], arguments[4]);
    if (strcmp(mode, "pairs") == 0) pairs(arguments[3], atoi(arguments[4]));
    if (strcmp(mode, "flood") == 0 && count > 5) flood(arguments[3], atoi(arguments[4]), atoi(arguments[5]));
  }
  return 0;
}
