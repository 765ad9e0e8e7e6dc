// SwiftPM asks for a source file: the module is the declaration in its header.
#include "LibFuzzer.h"
