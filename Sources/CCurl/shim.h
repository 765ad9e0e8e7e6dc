#ifndef ID3TAP_CCURL_SHIM_H
#define ID3TAP_CCURL_SHIM_H

#include <curl/curl.h>

#endif
