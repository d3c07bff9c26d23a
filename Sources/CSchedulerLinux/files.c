#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
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

/// Opens a path for examination only, unless a link is on the way. Before Linux 5.6 only the last name may be no link.
static int open_unlinked(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  int file = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  if (file >= 0 || (errno != ENOSYS && errno != EPERM)) return file;
  return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

/// Whether access to a file system may wait for another machine or for a program of a user.
static int waits_for_others(int64_t type) {
  static const uint32_t types[] = {
      NFS_SUPER_MAGIC, SMB_SUPER_MAGIC,  CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC, AFS_SUPER_MAGIC, AFS_FS_MAGIC,
      CEPH_SUPER_MAGIC, CODA_SUPER_MAGIC, V9FS_MAGIC,       FUSE_SUPER_MAGIC,
      0x786F4256 /* VirtualBox */, 0x0BD00BD0 /* Lustre */,
  };
  for (size_t index = 0; index < sizeof types / sizeof types[0]; index++) {
    if ((uint32_t)type == types[index]) return 1;
  }
  return 0;
}

int schedctl_examine_unlinked(const char *path, struct stat *status, int *waits) {
  int file = open_unlinked(path);
  if (file < 0) return -1;
  struct statfs system;
  int result = fstat(file, status);
  if (result == 0) result = fstatfs(file, &system);
  int code = errno;
  close(file);
  errno = code;
  if (result == 0) *waits = waits_for_others(system.f_type);
  return result;
}
