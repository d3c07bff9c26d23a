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

#endif
