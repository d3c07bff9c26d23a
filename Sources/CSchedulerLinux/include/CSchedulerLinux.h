#ifndef SCHEDCTL_CLINUX_H
#define SCHEDCTL_CLINUX_H

#include <spawn.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

/// Returns the columns of the terminal of `descriptor`, or 0 if it is not a terminal or does not report them.
int schedctl_terminal_columns(int descriptor);

/// The environment of the process: `NAME=value` strings, ended by a null pointer.
char **schedctl_environment(void);

/// The number of arguments of the process, its name included.
int schedctl_argument_count(void);

/// The arguments of the process, as the kernel passed them. The Swift runtime reads them from /proc instead.
char **schedctl_arguments(void);

/// Makes a child process close all files but its standard streams; see posix_spawn_file_actions_addclosefrom_np(3).
int schedctl_close_others(posix_spawn_file_actions_t *actions);

/// Returns the meaning of an error number in English; null for an unknown number.
const char *schedctl_error_words(int code);

/// Renames a file in an open directory to a name that must be free. Fails with EEXIST otherwise.
int schedctl_rename_to_free(int directory, const char *name, const char *new_name);

/// Starts writing the bytes of a file to the disk, normally without waiting; see sync_file_range(2). Does nothing on a
/// file system that does not support it. Returns 0, or -1 and errno.
int schedctl_start_writing(int file);

/// Copies the extended attributes of the file at a path to an open file, also the label of SELinux and access control
/// lists, as far as the process may. Signatures of the content are left out.
void schedctl_copy_attributes(const char *path, int file);

/// Returns whether a file system or another file is mounted at a path; 0 or 1. 0 if the kernel does not know, before
/// Linux 5.8.
int schedctl_is_mount_point(const char *path);

/// Examines the file at a path, on which no directory or file may be a symbolic link. `waits` receives whether access to
/// its file system may wait for another machine or for a program: NFS, SMB, FUSE and others. Returns 0, or -1 and errno.
int schedctl_examine_unlinked(const char *path, struct stat *status, int *waits);

/// Creates a file that exists only in memory and is freed with its last descriptor. Close-on-exec. Returns -1 and errno
/// on failure.
int schedctl_memory_file(void);

/// Returns free memory to the system, and the pages of the program's file that are not in use.
void schedctl_memory_give_back(void);

/// Creates a pipe, the end to read first, with close-on-exec. Returns -1 and errno on failure.
int schedctl_pipe(int ends[2]);

/// Returns whether the kernel considers the wall clock synchronised, as NTP daemons report it; 0 or 1.
int schedctl_clock_is_synchronised(void);

/// Creates a descriptor that is readable while one of these blocked signals is pending. Close-on-exec. Returns -1 and
/// errno on failure.
int schedctl_signal_file(const sigset_t *signals);

/// Creates an epoll(7) instance with close-on-exec. Returns -1 and errno on failure.
int schedctl_queue(void);

/// Reports when a file is readable, with the token. Returns -1 and errno on failure.
int schedctl_queue_add(int queue, int file, uint64_t token);

/// Selects whether to report when a file of the queue is readable or writable. Returns -1 and errno on failure.
int schedctl_queue_change(int queue, int file, uint64_t token, int wants_reading, int wants_writing);

/// Removes a file from the queue. Returns -1 and errno if it was never added.
int schedctl_queue_remove(int queue, int file);

/// A file of a queue that has an event.
struct schedctl_ready {
  uint64_t token;
  int is_readable;
  int is_writable;
  /// The other side was closed, or an error occurred: a read or write tells which.
  int is_ended;
};

/// Maximum number of files reported at once.
#define SCHEDCTL_READY_LIMIT 64

/// Waits up to `milliseconds`, for ever if negative. Returns the number of reported files, or -1 and errno.
int schedctl_queue_wait(int queue, struct schedctl_ready *ready, int count, int milliseconds);

/// Creates a non-blocking eventfd with close-on-exec. Returns -1 and errno on failure.
int schedctl_bell(void);

/// Creates a non-blocking timerfd of a clock. Returns -1 and errno on failure.
int schedctl_timer(clockid_t clock);

/// Arms a timer for a time of its clock; at zero it never expires. With `tells_of_setting` it also expires when
/// CLOCK_REALTIME is set. Returns -1 and errno on failure; with ECANCELED the clock was set since the timer was last
/// armed, and it is armed nevertheless.
int schedctl_timer_arm(int timer, int64_t second, int64_t nanosecond, int tells_of_setting);

/// Returns whether a timer expired since the last call; -1 and ECANCELED if the clock was set.
int schedctl_timer_read(int timer);

/// Returns the next pending signal of a file of `schedctl_signal_file`, 0 if there is none, -1 and errno on failure.
int schedctl_signal_read(int file);

/// Creates a non-blocking inotify(7) instance. Returns -1 and errno on failure.
int schedctl_watch(void);

/// Reports changes of names in a directory and of files that were written; with `tells_of_appends`, also each write.
/// Returns the number of the watch, or -1 and errno.
int schedctl_watch_add(int watch, const char *directory, int tells_of_appends);

/// Stops reporting changes in a directory.
int schedctl_watch_remove(int watch, int number);

#define SCHEDCTL_WATCH_WRITTEN 1u
#define SCHEDCTL_WATCH_REMOVED 2u
#define SCHEDCTL_WATCH_GONE 4u
#define SCHEDCTL_WATCH_LOST 8u
#define SCHEDCTL_WATCH_CREATED 16u

/// Returns the meaning of the mask of an inotify event: any of the above.
unsigned int schedctl_watch_meaning(unsigned int mask);

/// Creates a non-blocking AF_UNIX socket for streams or datagrams. Returns -1 and errno on failure.
int schedctl_socket(int is_stream);

/// Binds a socket to a path, or to an abstract name that begins with `@`. Returns -1 and errno on failure.
int schedctl_socket_bind(int socket, const char *path);

/// Connects a socket to such an address. Returns -1 and errno on failure.
int schedctl_socket_connect(int socket, const char *path);

/// Makes a socket listen for connections. Returns -1 and errno on failure.
int schedctl_socket_listen(int socket);

/// Accepts the next connection of a socket, non-blocking. Returns -1 and errno on failure.
int schedctl_socket_accept(int socket);

/// Reads the credentials of the peer. Returns -1 and errno on failure.
int schedctl_socket_peer(int socket, int32_t *process, uint32_t *user, uint32_t *group);

/// Returns whether a descriptor is a listening AF_UNIX socket; 0 or 1.
int schedctl_socket_is_listening(int socket);

/// Writes the path to which a local socket is bound, with a null byte; an empty one for a socket without a path. Returns -1
/// and errno on failure, such as ENAMETOOLONG.
int schedctl_socket_path(int socket, char *path, size_t size);

/// Sends some of the bytes without waiting, and without a signal if the other side is closed. Returns their number, or
/// -1 and errno.
ssize_t schedctl_socket_send(int socket, const void *bytes, size_t count);

/// Sends bytes as `schedctl_socket_send` does, and with them a copy of an open file; see SCM_RIGHTS in unix(7).
ssize_t schedctl_socket_send_file(int socket, const void *bytes, size_t count, int file);

/// Creates a TCP socket that listens on a port of 127.0.0.1, non-blocking and close-on-exec; 0 for a free port. `bound`
/// receives the port. Returns -1 and errno on failure.
int schedctl_loopback_listen(uint16_t port, uint16_t *bound);

/// Returns the port on which a descriptor listens if it is a TCP socket of 127.0.0.1; 0 otherwise.
int schedctl_loopback_port(int socket);

// Connects to a port of 127.0.0.1 and returns a non-blocking socket. Waits 100 ms at most.
int schedctl_loopback_connect(uint16_t port);

/// Creates a non-blocking UDP socket that sends from one IPv4 address to another, and receives from that alone. Returns -1
/// and errno on failure; EINVAL if a text is not an address.
int schedctl_socket_udp(const char *own, const char *address, uint16_t port);

/// Creates a non-blocking UDP socket that sends to an IPv4 or IPv6 address, with the interface behind `%` if it needs one,
/// and receives from that alone. Returns -1 and errno on failure; EINVAL if the text is not an address.
int schedctl_socket_datagram(const char *address, uint16_t port);

/// Creates a fanotify(7) group that decides about starts of programs, non-blocking and close-on-exec, without limits of
/// marks and events. Returns -1 and errno on failure; EPERM without CAP_SYS_ADMIN in the initial user namespace.
int schedctl_guard_group(void);

/// Makes the kernel ask the group before the open file is run as a program. Returns -1 and errno on failure.
int schedctl_guard_mark(int group, int file);

/// Ends that for an open file. Returns -1 and errno on failure; ENOENT if the file has no mark.
int schedctl_guard_unmark(int group, int file);

/// Ends that for all files. Returns -1 and errno on failure.
int schedctl_guard_unmark_all(int group);

/// Answers the events that a process has read from the group and not answered before it ended. Called before this process
/// reads an event.
void schedctl_guard_answer_unanswered(int group, int is_allowed);

/// Stands for every user but root in `user_count` of a row.
#define SCHEDCTL_GUARD_EVERYBODY 0xFFFFFFFFu

/// A file that some users may not run.
struct schedctl_guard_row {
  uint64_t device;
  uint64_t file;
  /// Returned with an attempt.
  uint64_t token;
  /// The range of the covered users in the list of users.
  uint32_t first_user;
  uint32_t user_count;
};

/// A denied start of a program.
struct schedctl_guard_attempt {
  uint64_t device;
  uint64_t file;
  uint64_t token;
  /// The reading of CLOCK_BOOTTIME, in nanoseconds.
  int64_t boot;
  int32_t process;
  /// The effective user.
  uint32_t user;
};

/// How much a guard has done.
struct schedctl_guard_counts {
  /// The events that it answered.
  uint64_t events;
  /// The events that it denied.
  uint64_t denials;
  /// The denials that did not fit into the queue.
  uint64_t lost;
  /// The denials of processes that could not be identified, because they ended or belong to another process namespace.
  uint64_t unknown;
};

/// The state of a guard: the table from which its thread answers, and the queue of attempts.
struct schedctl_guard;

/// Creates a guard that answers the events of a group, rings a bell after a denial, and stops when `stop` is readable.
/// Without a table it allows everything. Returns null if memory is exhausted.
struct schedctl_guard *schedctl_guard_create(int events, int bell, int stop);

/// Frees a guard whose thread has ended.
void schedctl_guard_free(struct schedctl_guard *guard);

/// Replaces the table by a copy of these rows, ordered by device and file. When it returns, no answer follows the old
/// table. Returns -1 if memory is exhausted.
int schedctl_guard_replace(struct schedctl_guard *guard, const struct schedctl_guard_row *rows, size_t row_count,
                           const uint32_t *users, size_t user_count);

/// Answers events until `stop` is readable. Allocates, opens and locks nothing.
void schedctl_guard_serve(struct schedctl_guard *guard);

/// Returns the oldest attempt of the queue and removes it; 0 if there is none. For one thread.
int schedctl_guard_take(struct schedctl_guard *guard, struct schedctl_guard_attempt *attempt);

/// Returns how much the guard has done.
struct schedctl_guard_counts schedctl_guard_counts(struct schedctl_guard *guard);

/// Opens a descriptor of a process; see pidfd_open(2). Close-on-exec. Returns -1 and errno on failure.
int schedctl_process_open(int32_t process);

/// Sends a signal to the process of such a descriptor. Returns -1 and errno on failure; ESRCH if it has ended.
int schedctl_process_signal(int process, int signal);

/// Creates a non-blocking socket that reports when processes start a program; see the connector of the kernel. Returns
/// -1 and errno on failure.
int schedctl_process_starts(void);

/// Returns the next process of such a socket, 0 if there is none, -1 and errno on failure; ENOBUFS if events were lost.
int32_t schedctl_process_next_start(int socket);

/// The program was started and stands still before its first instruction.
#define SCHEDCTL_HOLD_HELD 0
/// The kernel refused to start the program, with the error.
#define SCHEDCTL_HOLD_REFUSED 1
/// The start could not be tried, because of the error.
#define SCHEDCTL_HOLD_UNPREPARED 2

/// What became of the start of a program by `schedctl_hold_start`.
struct schedctl_hold {
  /// The process that started it, or tried to.
  int32_t process;
  int32_t stage;
  int32_t error;
};

/// Starts a program as a user, or as the user of this process if negative, without running it: a debugger's hold stops it
/// before its first instruction, and it ends with this process. The held process must be ended by
/// `schedctl_hold_end`. Gives up with ETIMEDOUT after that time.
struct schedctl_hold schedctl_hold_start(const char *path, char *const arguments[], int64_t user,
                                         int32_t milliseconds);

/// Kills a held process and collects it.
void schedctl_hold_end(int32_t process);

#endif
