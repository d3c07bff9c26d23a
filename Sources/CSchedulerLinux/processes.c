#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int schedctl_process_open(int32_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int schedctl_process_signal(int process, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
}

/// Sends a request of the process connector: an operation, and with a second word the events that are wanted.
static int request(int socket, const uint32_t *words, size_t count) {
  union {
    struct nlmsghdr header;
    char bytes[NLMSG_SPACE(sizeof(struct cn_msg) + 2 * sizeof(uint32_t))];
  } message = {0};
  size_t length = count * sizeof *words;
  message.header.nlmsg_len = NLMSG_LENGTH(sizeof(struct cn_msg) + length);
  message.header.nlmsg_type = NLMSG_DONE;
  message.header.nlmsg_pid = (uint32_t)getpid();
  struct cn_msg *body = NLMSG_DATA(&message.header);
  body->id.idx = CN_IDX_PROC;
  body->id.val = CN_VAL_PROC;
  body->len = (uint16_t)length;
  memcpy(body->data, words, length);
  return send(socket, &message, message.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

int schedctl_process_starts(void) {
  int file = socket(PF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_CONNECTOR);
  if (file < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
  // Kernels before 6.6 know only the first request. They report forks and ends as well, which are skipped below.
  const uint32_t all[1] = {PROC_CN_MCAST_LISTEN}, starts[2] = {PROC_CN_MCAST_LISTEN, 0x00000002};
  if (bind(file, (struct sockaddr *)&address, sizeof address) == 0 && request(file, all, 1) == 0 &&
      request(file, starts, 2) == 0) {
    return file;
  }
  int error = errno;
  close(file);
  errno = error;
  return -1;
}

int32_t schedctl_process_next_start(int socket) {
  for (;;) {
    union {
      struct nlmsghdr header;
      char bytes[1024];
    } message;
    ssize_t length = recv(socket, &message, sizeof message, 0);
    if (length < 0) return errno == EAGAIN ? 0 : -1;
    struct cn_msg *body = NLMSG_DATA(&message.header);
    struct proc_event *event = (struct proc_event *)body->data;
    if ((size_t)length < NLMSG_LENGTH(sizeof *body + sizeof *event) || body->id.idx != CN_IDX_PROC) continue;
    if ((uint32_t)event->what == 0x00000002) return event->event_data.exec.process_tgid;
  }
}
