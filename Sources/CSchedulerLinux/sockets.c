#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

int schedctl_socket(int is_stream) {
  return socket(AF_UNIX, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static socklen_t address_of(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  if (path[0] != '@') return (socklen_t)sizeof *address;
  // An abstract name begins with a null byte and ends with the address.
  address->sun_path[0] = 0;
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

int schedctl_socket_bind(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t length = address_of(path, &address);
  return length ? bind(socket, (struct sockaddr *)&address, length) : -1;
}

int schedctl_socket_connect(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t length = address_of(path, &address);
  return length ? connect(socket, (struct sockaddr *)&address, length) : -1;
}

int schedctl_socket_listen(int socket) { return listen(socket, SOMAXCONN); }

int schedctl_socket_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int schedctl_socket_peer(int socket, int32_t *process, uint32_t *user, uint32_t *group) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  *group = peer.gid;
  return 0;
}

int schedctl_socket_is_listening(int socket) {
  int family = 0, listens = 0;
  socklen_t length = sizeof family;
  if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &length) != 0 || family != AF_UNIX) return 0;
  length = sizeof listens;
  return getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens;
}

int schedctl_socket_path(int socket, char *path, size_t size) {
  struct sockaddr_un address;
  socklen_t length = sizeof address;
  memset(&address, 0, sizeof address);
  if (getsockname(socket, (struct sockaddr *)&address, &length) != 0) return -1;
  size_t count = length > offsetof(struct sockaddr_un, sun_path) ? length - offsetof(struct sockaddr_un, sun_path) : 0;
  // An abstract name begins with a null byte. A path may fill its field without one, and counts as one byte longer then.
  if (count > sizeof address.sun_path) count = sizeof address.sun_path;
  size_t used = strnlen(address.sun_path, count);
  if (used >= size) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(path, address.sun_path, used);
  path[used] = 0;
  return 0;
}

ssize_t schedctl_socket_send(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t schedctl_socket_send_file(int socket, const void *bytes, size_t count, int file) {
  struct iovec text = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof file)];
  } control = {0};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof file);
  memcpy(CMSG_DATA(&control.header), &file, sizeof file);
  struct msghdr message = {
      .msg_iov = &text, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int schedctl_loopback_listen(uint16_t port, uint16_t *bound) {
  int file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int yes = 1;
  // A new start need not wait for connections of an earlier process.
  if (setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
      bind(file, (struct sockaddr *)&address, sizeof address) == 0 && listen(file, SOMAXCONN) == 0 &&
      getsockname(file, (struct sockaddr *)&address, &length) == 0) {
    *bound = ntohs(address.sin_port);
    return file;
  }
  int code = errno;
  close(file);
  errno = code;
  return -1;
}

/// The longest time for a connection to the machine itself, in milliseconds.
#define SCHEDCTL_CONNECT_TIME 100

int schedctl_loopback_connect(uint16_t port) {
  int file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int code = connect(file, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
  if (code == EINPROGRESS) {
    struct pollfd ready = {.fd = file, .events = POLLOUT};
    socklen_t length = sizeof code;
    if (poll(&ready, 1, SCHEDCTL_CONNECT_TIME) < 1) code = ETIMEDOUT;
    else if (getsockopt(file, SOL_SOCKET, SO_ERROR, &code, &length) != 0) code = errno;
  }
  if (code == 0) return file;
  close(file);
  errno = code;
  return -1;
}

int schedctl_loopback_port(int socket) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length) != 0 || length != sizeof address) return 0;
  if (address.sin_family != AF_INET || address.sin_addr.s_addr != htonl(INADDR_LOOPBACK)) return 0;
  int listens = 0;
  length = sizeof listens;
  if (getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0 || !listens) return 0;
  return ntohs(address.sin_port);
}

/// The room for answers that wait, in bytes: some hundred small datagrams.
#define SCHEDCTL_UDP_ROOM (1 << 20)

int schedctl_socket_udp(const char *own, const char *address, uint16_t port) {
  struct sockaddr_in from = {.sin_family = AF_INET};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  if (inet_pton(AF_INET, own, &from.sin_addr) != 1 || inet_pton(AF_INET, address, &to.sin_addr) != 1) {
    errno = EINVAL;
    return -1;
  }
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  int room = SCHEDCTL_UDP_ROOM;
  setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(file, (struct sockaddr *)&from, sizeof from) == 0 && connect(file, (struct sockaddr *)&to, sizeof to) == 0)
    return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}
