#ifndef ID3TAP_CCURL_SHIM_H
#define ID3TAP_CCURL_SHIM_H

#include <curl/curl.h>
#include <malloc.h>
// Functions that the Glibc module lacks.
#include <sys/epoll.h>
#include <sys/eventfd.h>

// Swift cannot call variadic functions. The parentheses prevent the expansion of macros with the same names.

static inline CURLcode id3tap_easy_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode id3tap_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode id3tap_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode id3tap_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode id3tap_easy_set_list(CURL *easy, CURLoption option,
                                            struct curl_slist *value) {
  return (curl_easy_setopt)(easy, option, value);
}
/// The callback for `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`.
static inline CURLcode id3tap_easy_set_receiver(CURL *easy, CURLoption option,
                                                curl_write_callback function) {
  return (curl_easy_setopt)(easy, option, function);
}
static inline CURLcode id3tap_easy_set_opener(CURL *easy, curl_opensocket_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline CURLcode id3tap_easy_set_closer(CURL *easy, curl_closesocket_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}
static inline CURLcode id3tap_easy_set_prerequest(CURL *easy, curl_prereq_callback function) {
  return (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode id3tap_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLcode id3tap_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLcode id3tap_easy_get_list(CURL *easy, CURLINFO info, struct curl_slist **value) {
  return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLcode id3tap_easy_get_certificates(CURL *easy, struct curl_certinfo **value) {
  return (curl_easy_getinfo)(easy, CURLINFO_CERTINFO, value);
}

static inline CURLMcode id3tap_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}
static inline CURLMcode id3tap_multi_set_socket_callback(CURLM *multi,
                                                         curl_socket_callback function,
                                                         void *context) {
  CURLMcode code = (curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
  return code != CURLM_OK ? code
                          : (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, function);
}
static inline CURLMcode id3tap_multi_set_timer_callback(CURLM *multi,
                                                        curl_multi_timer_callback function,
                                                        void *context) {
  CURLMcode code = (curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
  return code != CURLM_OK ? code : (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, function);
}

/// Creates a share for cookies only.
static inline CURLSH *id3tap_share_cookies(void) {
  CURLSH *share = curl_share_init();
  if (share != NULL &&
      (curl_share_setopt)(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) != CURLSHE_OK) {
    curl_share_cleanup(share);
    return NULL;
  }
  return share;
}

/// The result in a `CURLMSG_DONE` message, which is a member of a union.
static inline CURLcode id3tap_message_result(const CURLMsg *message) {
  return message->data.result;
}

// Macros that contain casts or differ in type.
static const long id3tap_http_1_1 = CURL_HTTP_VERSION_1_1;
static const long id3tap_http_2_tls = CURL_HTTP_VERSION_2TLS;
static const size_t id3tap_pause_writing = CURL_WRITEFUNC_PAUSE;
static const curl_socket_t id3tap_bad_socket = CURL_SOCKET_BAD;
static const curl_socket_t id3tap_timeout_socket = CURL_SOCKET_TIMEOUT;
static const int id3tap_readable = CURL_CSELECT_IN;
static const int id3tap_writable = CURL_CSELECT_OUT;
static const int id3tap_failed = CURL_CSELECT_ERR;

#endif
