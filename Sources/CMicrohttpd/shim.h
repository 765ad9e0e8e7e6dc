#ifndef ID3TAP_CMICROHTTPD_SHIM_H
#define ID3TAP_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
