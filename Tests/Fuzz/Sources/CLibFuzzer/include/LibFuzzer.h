#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of a command line (compiler-rt, FuzzerInterface.h).
///
/// Declared here because the Swift toolchain contains the library but not its header.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
