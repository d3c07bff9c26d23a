#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int schedctl_rename_to_free(int directory, const char *name, const char *new_name) {
  if (renameat2(directory, name, directory, new_name, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // The file system does not support the flag. A link gives a second name only if it is free.
  if (linkat(directory, name, directory, new_name, 0) != 0) return -1;
  return unlinkat(directory, name, 0);
}

int schedctl_start_writing(int file) {
  if (sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE) == 0) return 0;
  return errno == ENOSYS || errno == EINVAL || errno == ESPIPE ? 0 : -1;
}
