// The least that keeps a shield: wakes once a second, writes a file, and waits until that survives a loss of power.
//
//   wake FILE COUNT MILLISECONDS write|overwrite|replace
//
// So many milliseconds behind each second: timerfd, write, fsync; with `overwrite` always the same bytes of the file; with
// `replace` a new file that then takes the name, and fsync of the directory. Then a byte to standard output, which says that
// it is done. 1 KiB is written.

#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static char text[1024];

static int replace(const char *path, int directory) {
  char other[4096];
  snprintf(other, sizeof other, "%s.new", path);
  int file = open(other, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, text, sizeof text) < 0 || fsync(file) != 0 || close(file) != 0) return -1;
  return rename(other, path) != 0 || fsync(directory) != 0 ? -1 : 0;
}

int main(int count, char **words) {
  if (count != 5) return 64;
  memset(text, 'x', sizeof text);
  int replaces = strcmp(words[4], "replace") == 0, overwrites = strcmp(words[4], "overwrite") == 0;
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
  int file = open(words[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int directory = open(dirname(strdup(words[1])), O_RDONLY | O_DIRECTORY);
  for (int round = atoi(words[2]); round > 0; round--) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct itimerspec next = {.it_value = {.tv_sec = now.tv_sec + 1, .tv_nsec = atoi(words[3]) * 1000000}};
    uint64_t expired;
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &next, NULL) != 0 || read(timer, &expired, sizeof expired) < 0 ||
        (overwrites && lseek(file, 0, SEEK_SET) < 0) ||
        (replaces ? replace(words[1], directory) : write(file, text, sizeof text) < 0 || fsync(file) != 0) ||
        write(1, "x", 1) != 1) {
      perror("wake");
      return 1;
    }
  }
  return 0;
}
