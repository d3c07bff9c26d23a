#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int schedctl_queue(void) { return epoll_create1(EPOLL_CLOEXEC); }

int schedctl_queue_add(int queue, int file, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = token};
  return epoll_ctl(queue, EPOLL_CTL_ADD, file, &event);
}

int schedctl_queue_change(int queue, int file, uint64_t token, int wants_reading, int wants_writing) {
  unsigned int events = (wants_reading ? EPOLLIN : 0) | (wants_writing ? EPOLLOUT : 0);
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(queue, EPOLL_CTL_MOD, file, &event);
}

int schedctl_queue_remove(int queue, int file) {
  struct epoll_event none = {0};
  return epoll_ctl(queue, EPOLL_CTL_DEL, file, &none);
}

int schedctl_queue_wait(int queue, struct schedctl_ready *ready, int count, int milliseconds) {
  struct epoll_event events[SCHEDCTL_READY_LIMIT];
  if (count > SCHEDCTL_READY_LIMIT) count = SCHEDCTL_READY_LIMIT;
  int found = epoll_wait(queue, events, count, milliseconds);
  for (int i = 0; i < found; i++) {
    ready[i].token = events[i].data.u64;
    ready[i].is_readable = (events[i].events & EPOLLIN) != 0;
    ready[i].is_writable = (events[i].events & EPOLLOUT) != 0;
    ready[i].is_ended = (events[i].events & (EPOLLHUP | EPOLLERR)) != 0;
  }
  return found;
}

int schedctl_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int schedctl_timer(clockid_t clock) { return timerfd_create(clock, TFD_NONBLOCK | TFD_CLOEXEC); }

int schedctl_timer_arm(int timer, int64_t second, int64_t nanosecond, int tells_of_setting) {
  struct itimerspec at = {.it_value = {.tv_sec = (time_t)second, .tv_nsec = (long)nanosecond}};
  int flags = TFD_TIMER_ABSTIME | (tells_of_setting ? TFD_TIMER_CANCEL_ON_SET : 0);
  return timerfd_settime(timer, flags, &at, NULL);
}

int schedctl_timer_read(int timer) {
  uint64_t count;
  if (read(timer, &count, sizeof count) == (ssize_t)sizeof count) return 1;
  return errno == EAGAIN ? 0 : -1;
}

int schedctl_signal_read(int file) {
  struct signalfd_siginfo info;
  if (read(file, &info, sizeof info) == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return errno == EAGAIN ? 0 : -1;
}

int schedctl_watch(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int schedctl_watch_add(int watch, const char *directory, int tells_of_appends) {
  unsigned int changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;
  if (tells_of_appends) changes |= IN_MODIFY;
  return inotify_add_watch(watch, directory, changes | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

int schedctl_watch_remove(int watch, int number) { return inotify_rm_watch(watch, number); }

unsigned int schedctl_watch_meaning(unsigned int mask) {
  unsigned int meaning = 0;
  if (mask & (IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB)) meaning |= SCHEDCTL_WATCH_WRITTEN;
  if (mask & IN_CREATE) meaning |= SCHEDCTL_WATCH_CREATED;
  if (mask & (IN_DELETE | IN_MOVED_FROM)) meaning |= SCHEDCTL_WATCH_REMOVED;
  if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) meaning |= SCHEDCTL_WATCH_GONE;
  if (mask & IN_Q_OVERFLOW) meaning |= SCHEDCTL_WATCH_LOST;
  return meaning;
}
