#define _GNU_SOURCE
#include "CSchedulerLinux.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Releases the program's segments that are not writable. Their pages are loaded from its file when they are used again.
static int release_segments(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
    start &= ~(page - 1);
    end &= ~(page - 1);
    if (end <= start) continue;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 1;
}

void schedctl_memory_give_back(void) {
  malloc_trim(0);
  dl_iterate_phdr(release_segments, NULL);
}
