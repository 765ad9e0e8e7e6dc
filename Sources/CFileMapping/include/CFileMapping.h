#ifndef CFILEMAPPING_H
#define CFILEMAPPING_H

#include <stdbool.h>
#include <stddef.h>

/// The bytes of a file, mapped to be read once and in order. Where a mapped file becomes shorter, or its disk
/// fails, reading its memory would end the process with SIGBUS. Here such pages read as zeros, and the mapping
/// says so. To this end the first mapping of a process takes SIGBUS; what is not of a mapping goes to the
/// handler that was there before.
typedef struct id3tap_mapping id3tap_mapping;

/// Maps the first `length` bytes of a file. NULL: the file, the system, or the number of mappings does not
/// allow it.
id3tap_mapping *id3tap_mapping_create(int descriptor, size_t length);

/// The bytes: as many as were mapped.
const void *id3tap_mapping_bytes(const id3tap_mapping *mapping);

/// Brings bytes into memory, from a whole page on. False: not all of them can be read.
bool id3tap_mapping_load(id3tap_mapping *mapping, size_t offset, size_t length);

/// Lets the memory of bytes go that were read, from a whole page on.
void id3tap_mapping_release(id3tap_mapping *mapping, size_t offset, size_t length);

/// Whether bytes that could not be read were read as zeros.
bool id3tap_mapping_is_broken(const id3tap_mapping *mapping);

/// Ends the mapping; nobody may use its bytes any more.
void id3tap_mapping_free(id3tap_mapping *mapping);

#endif
