#ifndef SCHEDCTL_CLINUX_H
#define SCHEDCTL_CLINUX_H

#include <spawn.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/// Columns of the terminal behind `descriptor`, or 0 when it is none or does not say.
int schedctl_terminal_columns(int descriptor);

/// The environment of the process: `NAME=value` strings, ended by a null pointer.
char **schedctl_environment(void);

/// Has a child have no open files but its standard streams; see posix_spawn_file_actions_addclosefrom_np(3).
int schedctl_close_others(posix_spawn_file_actions_t *actions);

/// What an error number means, in English; null for an unknown number.
const char *schedctl_error_words(int code);

/// Gives a file in an open directory another name there, which must be free: EEXIST when it is not.
int schedctl_rename_to_free(int directory, const char *name, const char *new_name);

/// Lets the disk begin with the bytes of a file, as a rule without waiting; see sync_file_range(2). A file system that cannot do
/// that is left alone. 0, or -1 and errno.
int schedctl_start_writing(int file);

/// A file that is only in memory and goes with its last descriptor, or -1 and errno. Closed when another program is run.
int schedctl_memory_file(void);

/// Gives free memory back to the system, and of the program's file whatever is not used at once.
void schedctl_memory_give_back(void);

/// A pipe, the end to read first, that child processes do not get by themselves; -1 and errno when there is none.
int schedctl_pipe(int ends[2]);

/// Whether the kernel calls the wall clock synchronised, as NTP daemons tell it; 0 or 1.
int schedctl_clock_is_synchronised(void);

/// A file that can be read while one of these signals, which are blocked, waits; -1 and errno when there is none. Closed
/// when another program is run.
int schedctl_signal_file(const sigset_t *signals);

/// An epoll(7) instance, or -1 and errno. Closed when another program is run.
int schedctl_queue(void);

/// Has the queue tell when a file can be read; the token comes with it. -1 and errno when it cannot.
int schedctl_queue_add(int queue, int file, uint64_t token);

/// Has it tell when a file of the queue can be read, written, both or neither. -1 and errno when it cannot.
int schedctl_queue_change(int queue, int file, uint64_t token, int wants_reading, int wants_writing);

/// Has it tell of a file no more. -1 and errno when it never did.
int schedctl_queue_remove(int queue, int file);

/// A file of a queue of which there is something to tell.
struct schedctl_ready {
  uint64_t token;
  int is_readable;
  int is_writable;
  /// The other side has gone, or there is an error: reading or writing tells which.
  int is_ended;
};

/// As many are told at once.
#define SCHEDCTL_READY_LIMIT 64

/// Waits until there is something to tell, for so long at most, negative for ever; how many were told, or -1 and errno.
int schedctl_queue_wait(int queue, struct schedctl_ready *ready, int count, int milliseconds);

/// A timerfd of a clock that does not block, or -1 and errno.
int schedctl_timer(clockid_t clock);

/// Has a timer expire when its clock shows this; at zero it never does. `tells_of_setting`: it also wakes when somebody sets
/// CLOCK_REALTIME. -1 and errno: with ECANCELED the clock was set since it was armed before, and it is armed all the same.
int schedctl_timer_arm(int timer, int64_t second, int64_t nanosecond, int tells_of_setting);

/// Whether a timer expired since this was asked last; -1 and ECANCELED when somebody set the clock.
int schedctl_timer_read(int timer);

/// The next signal that waits in a file of `schedctl_signal_file`, 0 for none, -1 and errno.
int schedctl_signal_read(int file);

/// An inotify(7) instance that does not block, or -1 and errno.
int schedctl_watch(void);

/// Has it tell of changes of names in a directory and of files there that were written, with appends also of those that are
/// being written; its number, or -1 and errno.
int schedctl_watch_add(int watch, const char *directory, int tells_of_appends);

/// Has it tell of a directory no more.
int schedctl_watch_remove(int watch, int number);

#define SCHEDCTL_WATCH_WRITTEN 1u
#define SCHEDCTL_WATCH_REMOVED 2u
#define SCHEDCTL_WATCH_GONE 4u
#define SCHEDCTL_WATCH_LOST 8u
#define SCHEDCTL_WATCH_CREATED 16u

/// What the mask of an event of inotify means: any of the above.
unsigned int schedctl_watch_meaning(unsigned int mask);

/// A socket of AF_UNIX for streams or datagrams that does not block, or -1 and errno.
int schedctl_socket(int is_stream);

/// Gives a socket an address: a path, or an abstract name behind `@`. -1 and errno.
int schedctl_socket_bind(int socket, const char *path);

/// Connects a socket with such an address. -1 and errno.
int schedctl_socket_connect(int socket, const char *path);

/// Has a socket take connections. -1 and errno.
int schedctl_socket_listen(int socket);

/// The next connection of a socket, which does not block, or -1 and errno.
int schedctl_socket_accept(int socket);

/// Who connected. -1 and errno.
int schedctl_socket_peer(int socket, int32_t *process, uint32_t *user, uint32_t *group);

/// Whether a descriptor is a socket of AF_UNIX that takes connections; 0 or 1.
int schedctl_socket_is_listening(int socket);

/// Sends some of the bytes without waiting and without a signal when the other side has gone; how many, or -1 and errno.
ssize_t schedctl_socket_send(int socket, const void *bytes, size_t count);

#endif
