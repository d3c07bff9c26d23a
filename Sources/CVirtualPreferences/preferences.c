/* Stands between UserDefaults and its store. `UserDefaults` of Foundation calls these functions of its own library
   through the dynamic linker, which finds those of the program first. The functions decide by the calling code which
   suite is meant, and call the library's with that.

   They are weak, so that a program that contains the library itself links too. It then keeps the library's functions,
   and its suites are not separated. */

#define _GNU_SOURCE
#include "CVirtualPreferences.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef const void *CFTypeRef;
typedef const void *CFStringRef;
typedef unsigned char Boolean;

enum { longest_name = 1024 };
static const uint32_t utf8 = 0x08000100;

static _Atomic(virtual_preferences_route) current_route;
static _Thread_local int direct;

void virtual_preferences_install(virtual_preferences_route route) { atomic_store(&current_route, route); }

int virtual_preferences_set_direct(int is_direct) {
  int before = direct;
  direct = is_direct;
  return before;
}

/* Returns a function or a constant of the library by its name, which the library exports. */
static void *library(const char *name) { return dlsym(RTLD_NEXT, name); }

static CFStringRef constant(const char *name) {
  CFStringRef *place = library(name);
  return place ? *place : NULL;
}

static void release(CFTypeRef object) {
  void (*function)(CFTypeRef) = library("CFRelease");
  if (object && function) function(object);
}

/* Puts the name of a suite into `name`, and returns it; NULL for the app's own. */
static const char *name_of(CFStringRef app, char *name) {
  Boolean (*get)(CFStringRef, char *, intptr_t, uint32_t) = library("CFStringGetCString");
  if (app == constant("kCFPreferencesCurrentApplication")) return NULL;
  return get && get(app, name, longest_name, utf8) ? name : NULL;
}

/* Decides where an access to `app` goes. On VIRTUAL_PREFERENCES_OTHER `other` is a string that the caller releases. */
static enum virtual_preferences_place place_of(CFStringRef app, int is_write, CFStringRef *other) {
  virtual_preferences_route route = atomic_load(&current_route);
  if (!route || direct || app == constant("kCFPreferencesAnyApplication")) return VIRTUAL_PREFERENCES_SAME;
  char name[longest_name], buffer[2 * longest_name];
  enum virtual_preferences_place place = route(name_of(app, name), is_write, buffer, sizeof buffer);
  if (place != VIRTUAL_PREFERENCES_OTHER) return place;
  CFStringRef (*create)(const void *, const char *, uint32_t) = library("CFStringCreateWithCString");
  *other = create ? create(NULL, buffer, utf8) : NULL;
  return *other ? place : VIRTUAL_PREFERENCES_NOWHERE;
}

__attribute__((weak)) CFTypeRef CFPreferencesCopyAppValue(CFStringRef key, CFStringRef app) {
  CFTypeRef (*copy)(CFStringRef, CFStringRef) = library("CFPreferencesCopyAppValue");
  CFStringRef other = NULL;
  if (!copy || place_of(app, 0, &other) == VIRTUAL_PREFERENCES_NOWHERE) return NULL;
  CFTypeRef value = copy(key, other ? other : app);
  release(other);
  return value;
}

__attribute__((weak)) void CFPreferencesSetAppValue(CFStringRef key, CFTypeRef value, CFStringRef app) {
  void (*set)(CFStringRef, CFTypeRef, CFStringRef) = library("CFPreferencesSetAppValue");
  CFStringRef other = NULL;
  if (!set || place_of(app, 1, &other) == VIRTUAL_PREFERENCES_NOWHERE) return;
  set(key, value, other ? other : app);
  release(other);
}

__attribute__((weak)) CFTypeRef CFPreferencesCopyMultiple(
    CFTypeRef keys, CFStringRef app, CFStringRef user, CFStringRef host) {
  CFTypeRef (*copy)(CFTypeRef, CFStringRef, CFStringRef, CFStringRef) = library("CFPreferencesCopyMultiple");
  CFStringRef other = NULL;
  /* The caller expects a dictionary, so that an access that goes nowhere reads a suite that is always empty. */
  if (!copy) return NULL;
  if (place_of(app, 0, &other) == VIRTUAL_PREFERENCES_NOWHERE) {
    CFStringRef (*create)(const void *, const char *, uint32_t) = library("CFStringCreateWithCString");
    other = create ? create(NULL, "virtual-preferences.nowhere", utf8) : NULL;
  }
  CFTypeRef values = copy(keys, other ? other : app, user, host);
  release(other);
  return values;
}

__attribute__((weak)) Boolean CFPreferencesAppSynchronize(CFStringRef app) {
  Boolean (*synchronize)(CFStringRef) = library("CFPreferencesAppSynchronize");
  CFStringRef other = NULL;
  if (!synchronize) return 0;
  if (place_of(app, 0, &other) == VIRTUAL_PREFERENCES_SAME) return synchronize(app);
  release(other);
  return 1;
}
