#define _GNU_SOURCE
#include "CLinux.h"

#include <string.h>
#include <unistd.h>

char **schedctl_environment(void) { return environ; }

const char *schedctl_error_words(int code) { return strerrordesc_np(code); }
