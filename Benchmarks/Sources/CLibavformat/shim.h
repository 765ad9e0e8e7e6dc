// The demuxer, which is all that is measured.
#include <libavformat/avformat.h>
