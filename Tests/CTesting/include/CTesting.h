// Calls of glibc that Swift does not see without _GNU_SOURCE, for tests.
#ifndef CTESTING_H
#define CTESTING_H

#include <spawn.h>

// A pipe whose ends no child inherits; see pipe2(2).
int ctesting_pipe(int ends[2]);

// Both ends of a terminal of that width, ends[0] for the master; no child inherits them. See openpty(3).
int ctesting_terminal(int ends[2], unsigned short columns);

// Makes a child start in a folder; see posix_spawn_file_actions_addchdir_np(3).
int ctesting_start_in(posix_spawn_file_actions_t *actions, const char *path);

// Starts a program without standard streams, traced by this thread; it waits for its first step. -1 when that is not
// allowed; see ptrace(2).
int ctesting_trace(char *const words[], char *const environment[]);

// Lets it run to the beginning or end of its next system call: 1; 0 when it has ended, -1 when it is lost.
int ctesting_trace_step(int process);

// The system call that it is about to make, if that makes files durable: "fsync", "rename", or "rename to a free name";
// null for others, and at the end of one.
const char *ctesting_trace_call(int process);

// Kills it where it is, and waits for its end.
void ctesting_trace_kill(int process);

#endif
