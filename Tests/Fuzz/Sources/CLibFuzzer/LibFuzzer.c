// SwiftPM requires a source file. The module consists of the declaration in its header.
#include "LibFuzzer.h"
