#ifndef SCHEDCTL_CLINUX_H
#define SCHEDCTL_CLINUX_H

#include <signal.h>

/// Columns of the terminal behind `descriptor`, or 0 when it is none or does not say.
int schedctl_terminal_columns(int descriptor);

/// The environment of the process: `NAME=value` strings, ended by a null pointer.
char **schedctl_environment(void);

/// What an error number means, in English; null for an unknown number.
const char *schedctl_error_words(int code);

/// Gives a file in an open directory another name there, which must be free: EEXIST when it is not.
int schedctl_rename_to_free(int directory, const char *name, const char *new_name);

/// A file that is only in memory and goes with its last descriptor, or -1 and errno. Closed when another program is run.
int schedctl_memory_file(void);

/// A pipe, the end to read first, that child processes do not get by themselves; -1 and errno when there is none.
int schedctl_pipe(int ends[2]);

/// Whether the kernel calls the wall clock synchronised, as NTP daemons tell it; 0 or 1.
int schedctl_clock_is_synchronised(void);

/// A file that can be read while one of these signals, which are blocked, waits; -1 and errno when there is none. Closed
/// when another program is run.
int schedctl_signal_file(const sigset_t *signals);

#endif
