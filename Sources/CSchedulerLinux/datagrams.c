// A UDP socket for questions to one server, over IPv4 or IPv6.
#include "CSchedulerLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// The room for answers that wait, in bytes: some hundred small datagrams.
#define SCHEDCTL_DATAGRAM_ROOM (1 << 20)

/// The greatest length of an address with the name of an interface, in bytes.
#define SCHEDCTL_ADDRESS_SIZE 80

/// Reads an address, with the interface behind `%` if there is one. Returns the size of the result; 0 if it is none.
static socklen_t schedctl_read_address(const char *text, uint16_t port, struct sockaddr_storage *storage) {
  memset(storage, 0, sizeof *storage);
  struct sockaddr_in *four = (struct sockaddr_in *)storage;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)storage;
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    return sizeof *four;
  }
  char address[SCHEDCTL_ADDRESS_SIZE];
  size_t length = strcspn(text, "%");
  if (length >= sizeof address) return 0;
  memcpy(address, text, length);
  address[length] = 0;
  if (inet_pton(AF_INET6, address, &six->sin6_addr) != 1) return 0;
  if (text[length] == '%' && (six->sin6_scope_id = if_nametoindex(text + length + 1)) == 0) return 0;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(port);
  return sizeof *six;
}

int schedctl_socket_datagram(const char *address, uint16_t port) {
  struct sockaddr_storage to;
  socklen_t size = schedctl_read_address(address, port, &to);
  if (size == 0) {
    errno = EINVAL;
    return -1;
  }
  int file = socket(to.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  int room = SCHEDCTL_DATAGRAM_ROOM;
  setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (connect(file, (struct sockaddr *)&to, size) == 0) return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}
