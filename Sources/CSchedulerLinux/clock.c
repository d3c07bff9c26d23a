#include "CSchedulerLinux.h"

#include <sys/timex.h>

int schedctl_clock_is_synchronised(void) {
  struct timex state = {0};
  int result = adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && !(state.status & STA_UNSYNC);
}
