#pragma once

/* Where an access to a suite goes. */
enum virtual_preferences_place {
  /* To the suite itself, as without this file. */
  VIRTUAL_PREFERENCES_SAME = 0,
  /* To the suite whose name is in the buffer, and never to the disk. */
  VIRTUAL_PREFERENCES_OTHER = 1,
  /* Nowhere: a read finds nothing, and a write is dropped. */
  VIRTUAL_PREFERENCES_NOWHERE = 2,
};

/* Decides where an access goes. `suite` is the name of the suite in UTF-8, or NULL for the app's own. `is_write` is 1
   for a write. On VIRTUAL_PREFERENCES_OTHER the function has put a name in UTF-8 that ends with 0 into `buffer`. */
typedef enum virtual_preferences_place (*virtual_preferences_route)(
    const char *suite, int is_write, char *buffer, long size);

/* Installs the function that decides for all threads, or none if it is NULL. */
void virtual_preferences_install(virtual_preferences_route route);

/* Makes the accesses of the calling thread go to the suites themselves while `is_direct` is 1. Returns what was set
   before. */
int virtual_preferences_set_direct(int is_direct);
