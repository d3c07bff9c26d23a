// Calls of glibc that Swift does not see without _GNU_SOURCE, for tests.
#ifndef CTESTING_H
#define CTESTING_H

#include <spawn.h>
#include <time.h>

// Creates a pipe whose ends child processes do not inherit; see pipe2(2).
int ctesting_pipe(int ends[2]);

// Opens both ends of a terminal of that width, ends[0] for the master. Child processes do not inherit them. See
// openpty(3).
int ctesting_terminal(int ends[2], unsigned short columns);

// Makes a child start in a folder; see posix_spawn_file_actions_addchdir_np(3).
int ctesting_start_in(posix_spawn_file_actions_t *actions, const char *path);

// Makes a child close all descriptors but the standard streams; see posix_spawn_file_actions_addclosefrom_np(3).
int ctesting_close_others(posix_spawn_file_actions_t *actions);

// Starts a program without standard streams, traced by this thread and stopped at its first step. Returns -1 if that is
// not permitted; see ptrace(2).
int ctesting_trace(char *const words[], char *const environment[]);

// Runs the program to the beginning or end of its next system call. Returns 1, 0 if it has ended, or -1 if it is lost.
int ctesting_trace_step(int process);

// Returns the system call that the program is about to make if it makes files durable: "fsync", "rename", or "rename to
// a free name". Returns null for others, and at the end of a call.
const char *ctesting_trace_call(int process);

// Kills the program and waits for its end.
void ctesting_trace_kill(int process);

/// Gives a file an extended attribute. Returns -1 and errno if the file system has none.
int ctesting_set_attribute(const char *path, const char *name, const char *value);

/// Whether a file has an extended attribute with that value; 0 or 1.
int ctesting_has_attribute(const char *path, const char *name, const char *value);

/// The civil time of glibc in a zone at an instant, from a second glibc of the process, which has an environment of its
/// own: $TZ of the first belongs to whatever runs at the same time. The zone stays in force until another is given.
/// Returns -1 if there is no second glibc, or no civil time.
int ctesting_civil_time(const char *zone, time_t instant, struct tm *civil);

#endif
