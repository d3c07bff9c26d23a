#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
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

/// Copies one extended attribute. An attribute that cannot be read or written is left out.
static void copy_attribute(const char *path, const char *name, int file) {
  ssize_t size = getxattr(path, name, NULL, 0);
  if (size < 0) return;
  char *value = malloc(size + 1);
  if (value == NULL) return;
  size = getxattr(path, name, value, size);
  if (size >= 0) fsetxattr(file, name, value, size, 0);
  free(value);
}

void schedctl_copy_attributes(const char *path, int file) {
  ssize_t size = listxattr(path, NULL, 0);
  if (size <= 0) return;
  char *names = malloc(size);
  if (names == NULL) return;
  size = listxattr(path, names, size);
  for (ssize_t start = 0; start < size; start += strlen(names + start) + 1) {
    const char *name = names + start;
    // These are signatures of the old content.
    if (strcmp(name, "security.ima") != 0 && strcmp(name, "security.evm") != 0) copy_attribute(path, name, file);
  }
  free(names);
}

int schedctl_is_mount_point(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_BASIC_STATS, &status) != 0) return 0;
  return (status.stx_attributes_mask & status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}
