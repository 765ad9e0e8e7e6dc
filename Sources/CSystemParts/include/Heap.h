#ifndef HEAP_H
#define HEAP_H

/// Gives the system the whole pages of the heap that hold nothing. Without effect where the C library cannot.
void id3tap_heap_trim(void);

#endif
