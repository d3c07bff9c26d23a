#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define QUEUE_SIZE 8192u

/// What the guard answers from. Never changed after it was published.
struct table {
  size_t row_count;
  const struct schedctl_guard_row *rows;
  const uint32_t *users;
};

struct schedctl_guard {
  int events, bell, stop;
  _Atomic(struct table *) table;
  /// The table that the thread reads at present. It is not freed.
  _Atomic(struct table *) used;
  _Atomic uint64_t event_count, denial_count, lost_count, unknown_count;
  /// The queue of attempts. Only the thread moves `head`, only the reader moves `tail`.
  _Atomic uint32_t head, tail;
  struct schedctl_guard_attempt queue[QUEUE_SIZE];
};

int schedctl_guard_group(void) {
  unsigned int flags = FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK | FAN_UNLIMITED_QUEUE | FAN_UNLIMITED_MARKS;
  return fanotify_init(flags, O_RDONLY | O_CLOEXEC | O_LARGEFILE);
}

int schedctl_guard_mark(int group, int file) {
  return fanotify_mark(group, FAN_MARK_ADD, FAN_OPEN_EXEC_PERM, file, NULL);
}

int schedctl_guard_unmark(int group, int file) {
  return fanotify_mark(group, FAN_MARK_REMOVE, FAN_OPEN_EXEC_PERM, file, NULL);
}

int schedctl_guard_unmark_all(int group) { return fanotify_mark(group, FAN_MARK_FLUSH, 0, AT_FDCWD, "/"); }

void schedctl_guard_answer_unanswered(int group, int is_allowed) {
  // The kernel knows such an event by the number that its file had in the process that read it. Numbers are given from
  // the lowest one on, up to the limit, which is the same here. A number without an event is an error and no harm.
  long limit = sysconf(_SC_OPEN_MAX);
  if (limit < 0 || limit > 1 << 16) limit = 1 << 16;
  for (int number = 0; number < limit; number++) {
    struct fanotify_response response = {.fd = number, .response = is_allowed ? FAN_ALLOW : FAN_DENY};
    while (write(group, &response, sizeof response) < 0 && errno == EINTR) {}
  }
}

struct schedctl_guard *schedctl_guard_create(int events, int bell, int stop) {
  struct schedctl_guard *guard = calloc(1, sizeof *guard);
  if (!guard) return NULL;
  guard->events = events;
  guard->bell = bell;
  guard->stop = stop;
  return guard;
}

void schedctl_guard_free(struct schedctl_guard *guard) {
  free(atomic_load(&guard->table));
  free(guard);
}

int schedctl_guard_replace(struct schedctl_guard *guard, const struct schedctl_guard_row *rows, size_t row_count,
                           const uint32_t *users, size_t user_count) {
  struct table *table = malloc(sizeof *table + row_count * sizeof *rows + user_count * sizeof *users);
  if (!table) return -1;
  struct schedctl_guard_row *own_rows = (struct schedctl_guard_row *)(table + 1);
  uint32_t *own_users = (uint32_t *)(own_rows + row_count);
  if (row_count) memcpy(own_rows, rows, row_count * sizeof *rows);
  if (user_count) memcpy(own_users, users, user_count * sizeof *users);
  *table = (struct table){.row_count = row_count, .rows = own_rows, .users = own_users};
  struct table *old = atomic_exchange(&guard->table, table);
  // The thread uses a table for some microseconds and waits for nothing meanwhile.
  while (old && atomic_load(&guard->used) == old) sched_yield();
  free(old);
  return 0;
}

/// Returns the current table, which is not freed until `release` is called.
static const struct table *acquire(struct schedctl_guard *guard) {
  struct table *table;
  do {
    table = atomic_load(&guard->table);
    atomic_store(&guard->used, table);
  } while (table != atomic_load(&guard->table));
  return table;
}

static void release(struct schedctl_guard *guard) { atomic_store(&guard->used, NULL); }

/// Returns the first row of a file, or the first row of the next file.
static size_t first_row(const struct table *table, uint64_t device, uint64_t file) {
  size_t low = 0, high = table->row_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct schedctl_guard_row *row = &table->rows[middle];
    if (row->device < device || (row->device == device && row->file < file)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static int is_covered(const struct table *table, const struct schedctl_guard_row *row, uint32_t user) {
  if (row->user_count == SCHEDCTL_GUARD_EVERYBODY) return user != 0;
  for (uint32_t i = 0; i < row->user_count; i++) {
    if (table->users[row->first_user + i] == user) return 1;
  }
  return 0;
}

/// Puts an attempt into the queue, or counts it as lost.
static void report(struct schedctl_guard *guard, const struct schedctl_guard_attempt *attempt) {
  uint32_t head = atomic_load_explicit(&guard->head, memory_order_relaxed);
  if (head - atomic_load_explicit(&guard->tail, memory_order_acquire) == QUEUE_SIZE) {
    atomic_fetch_add(&guard->lost_count, 1);
    return;
  }
  guard->queue[head % QUEUE_SIZE] = *attempt;
  atomic_store_explicit(&guard->head, head + 1, memory_order_release);
}

/// Returns whether a process may start a file, and reports the attempt if not.
///
/// stat(2) of a directory in /proc returns the effective user. Nothing is opened, and the kernel takes no lock that a
/// starting process holds.
static int may_start(struct schedctl_guard *guard, const struct table *table, int file, int32_t process) {
  struct stat status;
  if (fstat(file, &status) != 0) return 1;
  struct schedctl_guard_attempt attempt = {.device = status.st_dev, .file = status.st_ino, .process = process};
  size_t row = first_row(table, attempt.device, attempt.file);
  char path[32];
  snprintf(path, sizeof path, "/proc/%d", process);
  int is_known = process > 0 && stat(path, &status) == 0;
  for (; row < table->row_count; row++) {
    if (table->rows[row].device != attempt.device || table->rows[row].file != attempt.file) break;
    if (!is_known) {
      // A killed process no longer waits for the answer. One of another process namespace is not identified.
      atomic_fetch_add(&guard->unknown_count, 1);
      return 0;
    }
    if (!is_covered(table, &table->rows[row], status.st_uid)) continue;
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    attempt.boot = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    attempt.user = status.st_uid;
    attempt.token = table->rows[row].token;
    report(guard, &attempt);
    return 0;
  }
  return 1;
}

/// Answers one event. Returns whether it was denied.
static int answer(struct schedctl_guard *guard, const struct table *table, const struct fanotify_event_metadata *event) {
  atomic_fetch_add(&guard->event_count, 1);
  int is_allowed = !table || may_start(guard, table, event->fd, event->pid);
  struct fanotify_response response = {.fd = event->fd, .response = is_allowed ? FAN_ALLOW : FAN_DENY};
  // Counted before the answer, so that the count is there when the program ends.
  if (!is_allowed) atomic_fetch_add(&guard->denial_count, 1);
  while (write(guard->events, &response, sizeof response) < 0 && errno == EINTR) {}
  close(event->fd);
  return !is_allowed;
}

/// Answers the events of one read. Returns 0 at the end of the events.
static int answer_some(struct schedctl_guard *guard) {
  // As many as fit: each has an open file.
  struct fanotify_event_metadata events[32];
  ssize_t length = read(guard->events, events, sizeof events);
  // Without a free descriptor the kernel denies the event itself, and the next one follows.
  if (length <= 0) return length < 0 && (errno == EINTR || errno == EMFILE || errno == ENFILE);
  const struct table *table = acquire(guard);
  int denied = 0;
  const struct fanotify_event_metadata *event = events;
  for (; FAN_EVENT_OK(event, length); event = FAN_EVENT_NEXT(event, length)) {
    if (event->fd >= 0) denied += answer(guard, table, event);
  }
  release(guard);
  uint64_t one = 1;
  if (denied && write(guard->bell, &one, sizeof one) < 0) return 1;
  return 1;
}

void schedctl_guard_serve(struct schedctl_guard *guard) {
  struct pollfd files[2] = {{.fd = guard->events, .events = POLLIN}, {.fd = guard->stop, .events = POLLIN}};
  while (!(files[1].revents & POLLIN)) {
    if (poll(files, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (files[0].revents & (POLLERR | POLLNVAL)) return;
    while (files[0].revents && answer_some(guard)) {}
  }
}

int schedctl_guard_take(struct schedctl_guard *guard, struct schedctl_guard_attempt *attempt) {
  uint32_t tail = atomic_load_explicit(&guard->tail, memory_order_relaxed);
  if (tail == atomic_load_explicit(&guard->head, memory_order_acquire)) return 0;
  *attempt = guard->queue[tail % QUEUE_SIZE];
  atomic_store_explicit(&guard->tail, tail + 1, memory_order_release);
  return 1;
}

struct schedctl_guard_counts schedctl_guard_counts(struct schedctl_guard *guard) {
  return (struct schedctl_guard_counts){.events = atomic_load(&guard->event_count),
                                        .denials = atomic_load(&guard->denial_count),
                                        .lost = atomic_load(&guard->lost_count),
                                        .unknown = atomic_load(&guard->unknown_count)};
}
