#ifndef COROUTINES_H
#define COROUTINES_H

#include <stddef.h>

/// Work with a stack of its own, which can be left in the middle and entered again.
typedef struct id3tap_coroutine id3tap_coroutine;

/// Prepares `body`, to run on the stack of `size` bytes that begins at `stack`. NULL: no memory.
id3tap_coroutine *id3tap_coroutine_create(
  void *stack, size_t size, void (*body)(void *), void *argument);

/// Goes on with the work where it was left; returns when it is left again or has ended. A coroutine
/// belongs to the thread that entered it first. Returns 1 when it has ended.
int id3tap_coroutine_enter(id3tap_coroutine *coroutine);

/// Leaves the work that this thread is in: the call of `enter` returns.
void id3tap_coroutine_leave(void);

/// The frame in which the work was left last: below it, a kilobyte apart, its stack holds nothing. NULL before
/// it was left for the first time.
void *id3tap_coroutine_lowest_frame(const id3tap_coroutine *coroutine);

/// The argument of the work that this thread is in; NULL outside.
void *id3tap_coroutine_argument(void);

/// Frees it; not its stack. It has ended, or was never entered.
void id3tap_coroutine_free(id3tap_coroutine *coroutine);

#endif
