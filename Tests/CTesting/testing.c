#define _GNU_SOURCE
#include "CTesting.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int ctesting_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int ctesting_terminal(int ends[2], unsigned short columns) {
  struct winsize size = {.ws_row = 24, .ws_col = columns};
  char name[64];
  ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ends[0] < 0 || grantpt(ends[0]) || unlockpt(ends[0]) || ptsname_r(ends[0], name, sizeof name)) return -1;
  ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  return ends[1] < 0 ? -1 : ioctl(ends[1], TIOCSWINSZ, &size);
}

int ctesting_start_in(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
