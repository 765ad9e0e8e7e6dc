#include "Coroutines.h"

#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

struct id3tap_coroutine {
  ucontext_t own;
  ucontext_t caller;
  void (*body)(void *);
  void *argument;
  int has_ended;
  // The accesses that Swift's runtime watches for exclusivity, while the work is left.
  void *accesses[2];
  // A frame of the function that left the work last: nothing below it is in use, but for a few words.
  void *lowest_frame;
};

// The runtime keeps the accesses that are going on for each thread. It moves them aside for its own tasks with
// these two functions, and so do we: what is left waits with them and is in nobody's way.
void swift_task_enterThreadLocalContext(char *state);
void swift_task_exitThreadLocalContext(char *state);

static __thread id3tap_coroutine *current;

// makecontext passes on int only.
static void start(unsigned int high, unsigned int low) {
  id3tap_coroutine *coroutine =
    (id3tap_coroutine *)(((uintptr_t)high << 32) | (uintptr_t)low);
  coroutine->body(coroutine->argument);
  coroutine->has_ended = 1;
}

id3tap_coroutine *id3tap_coroutine_create(
  void *stack, size_t size, void (*body)(void *), void *argument) {
  id3tap_coroutine *coroutine = calloc(1, sizeof *coroutine);
  if (!coroutine) return NULL;
  if (getcontext(&coroutine->own) != 0) {
    free(coroutine);
    return NULL;
  }
  coroutine->body = body;
  coroutine->argument = argument;
  coroutine->own.uc_stack.ss_sp = stack;
  coroutine->own.uc_stack.ss_size = size;
  coroutine->own.uc_link = &coroutine->caller;
  uintptr_t address = (uintptr_t)coroutine;
  makecontext(
    &coroutine->own, (void (*)(void))start, 2,
    (unsigned int)(address >> 32), (unsigned int)address);
  return coroutine;
}

int id3tap_coroutine_enter(id3tap_coroutine *coroutine) {
  current = coroutine;
  swift_task_enterThreadLocalContext((char *)coroutine->accesses);
  swapcontext(&coroutine->caller, &coroutine->own);
  swift_task_exitThreadLocalContext((char *)coroutine->accesses);
  current = NULL;
  return coroutine->has_ended;
}

void id3tap_coroutine_leave(void) {
  current->lowest_frame = __builtin_frame_address(0);
  swapcontext(&current->own, &current->caller);
}

void *id3tap_coroutine_lowest_frame(const id3tap_coroutine *coroutine) {
  return coroutine->lowest_frame;
}

void *id3tap_coroutine_argument(void) { return current ? current->argument : NULL; }

void id3tap_coroutine_free(id3tap_coroutine *coroutine) { free(coroutine); }
