// Occurrences by libical's recurrence iterator. The same command line and input as with_dateutil.py.

#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const dayNames[] = {"MO", "TU", "WE", "TH", "FR", "SA", "SU"};

/// The rule `FREQ=WEEKLY` on the days 0 (Monday) to 6 of `days`, from its first day in the week of 2025-12-29 on.
static icalrecur_iterator *occurrences(const char *days, int hour, int minute, icaltimezone *zone) {
  char rule[64] = "FREQ=WEEKLY;BYDAY=";
  for (const char *day = days; *day != '\0'; day++) {
    strcat(rule, day == days ? "" : ",");
    strcat(rule, dayNames[*day - '0']);
  }
  struct icaltimetype start = icaltime_null_time();
  start.year = 2025;
  start.month = 12;
  start.day = 29 + (days[0] - '0');
  start.hour = hour;
  start.minute = minute;
  start = icaltime_normalize(start);
  start = icaltime_set_timezone(&start, zone);
  return icalrecur_iterator_new(icalrecurrencetype_from_string(rule), start);
}

static icaltimezone *zoneNamed(const char *name) {
  icaltimezone *zone = icaltimezone_get_builtin_timezone(name);
  if (zone == NULL) {
    fprintf(stderr, "libical knows no zone '%s'\n", name);
    exit(1);
  }
  return zone;
}

static void answerJobs(void) {
  char name[64], days[8];
  int hour, minute;
  long long from, until;
  while (scanf("%63s %7s %d:%d %lld %lld", name, days, &hour, &minute, &from, &until) == 6) {
    icaltimezone *zone = zoneNamed(name);
    icalrecur_iterator *iterator = occurrences(days, hour, minute, zone);
    for (;;) {
      struct icaltimetype next = icalrecur_iterator_next(iterator);
      if (icaltime_is_null_time(next)) break;
      long long instant = icaltime_as_timet_with_zone(next, zone);
      if (instant >= until) break;
      if (instant >= from) printf("%lld ", instant);
    }
    icalrecur_iterator_free(iterator);
    putchar('\n');
  }
}

static void printTime(int count) {
  icaltimezone *zone = zoneNamed("Europe/Berlin");
  icaltime_as_timet_with_zone(icaltime_from_string("20260101T090000"), zone);  // reads the zone
  struct timespec start, end;
  long long sum = 0;
  clock_gettime(CLOCK_MONOTONIC, &start);
  icalrecur_iterator *iterator = occurrences("01234", 9, 0, zone);
  for (int index = 0; index < count; index++) {
    sum += icaltime_as_timet_with_zone(icalrecur_iterator_next(iterator), zone);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  icalrecur_iterator_free(iterator);
  if (sum == 0) exit(1);
  printf("%f\n", ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / count);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--version") == 0) puts(ICAL_VERSION);
  else if (count == 3 && strcmp(arguments[1], "--time") == 0) printTime(atoi(arguments[2]));
  else answerJobs();
  return 0;
}
