#define _GNU_SOURCE
#include "CFileMapping.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// In the headers since Linux 5.14.
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

// A handler of signals may take no lock and no memory: it looks through a table.
struct id3tap_mapping {
  _Atomic bool is_taken;
  _Atomic uintptr_t start;
  _Atomic size_t length;
  _Atomic bool is_broken;
};

static struct id3tap_mapping table[256];
static struct sigaction earlier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uintptr_t page_size;

static void answer(int signal, siginfo_t *info, void *context) {
  (void)context;
  uintptr_t address = (uintptr_t)info->si_addr;
  // Above 0: the kernel reports a page, nobody sent the signal.
  for (size_t i = 0; info->si_code > 0 && i < sizeof table / sizeof *table; i++) {
    uintptr_t start = atomic_load(&table[i].start);
    size_t length = atomic_load(&table[i].length);
    if (start == 0 || address < start || address - start >= length) continue;
    // It may have ended, and another have begun, between the two loads.
    if (atomic_load(&table[i].start) != start) continue;
    // Zeros from this page to the end: what is behind is gone, too, or is found to be there by reading.
    uintptr_t page = address & ~(page_size - 1);
    void *zeros = mmap((void *)page, start + length - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED) break;
    atomic_store(&table[i].is_broken, true);
    return;
  }
  // As if this handler had never been: the access is repeated, a signal that was sent is sent again.
  sigaction(signal, &earlier, NULL);
  if (info->si_code <= 0) raise(signal);
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &earlier);
}

static id3tap_mapping *take(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    bool is_taken = false;
    if (atomic_compare_exchange_strong(&table[i].is_taken, &is_taken, true)) return &table[i];
  }
  return NULL;
}

id3tap_mapping *id3tap_mapping_create(int descriptor, size_t length) {
  pthread_once(&once, install);
  id3tap_mapping *mapping = take();
  if (!mapping) return NULL;
  void *start = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, 0);
  // A system that cannot load pages beforehand would have to fetch them one by one.
  if (start == MAP_FAILED || madvise(start, page_size, MADV_POPULATE_READ) != 0) {
    if (start != MAP_FAILED) munmap(start, length);
    atomic_store(&mapping->is_taken, false);
    return NULL;
  }
  atomic_store(&mapping->is_broken, false);
  atomic_store(&mapping->length, length);
  atomic_store(&mapping->start, (uintptr_t)start);
  return mapping;
}

const void *id3tap_mapping_bytes(const id3tap_mapping *mapping) {
  return (const void *)atomic_load(&mapping->start);
}

bool id3tap_mapping_load(id3tap_mapping *mapping, size_t offset, size_t length) {
  return madvise((char *)atomic_load(&mapping->start) + offset, length, MADV_POPULATE_READ) == 0;
}

void id3tap_mapping_release(id3tap_mapping *mapping, size_t offset, size_t length) {
  madvise((char *)atomic_load(&mapping->start) + offset, length, MADV_DONTNEED);
}

bool id3tap_mapping_is_broken(const id3tap_mapping *mapping) {
  return atomic_load(&mapping->is_broken);
}

void id3tap_mapping_free(id3tap_mapping *mapping) {
  void *start = (void *)atomic_load(&mapping->start);
  size_t length = atomic_load(&mapping->length);
  // Out of the table before the addresses can be another's.
  atomic_store(&mapping->start, 0);
  munmap(start, length);
  atomic_store(&mapping->is_taken, false);
}
