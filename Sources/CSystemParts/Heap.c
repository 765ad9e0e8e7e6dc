#include "Heap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void id3tap_heap_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
