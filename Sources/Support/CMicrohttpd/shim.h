#ifndef ID3TAP_CMICROHTTPD_SHIM_H
#define ID3TAP_CMICROHTTPD_SHIM_H

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <linux/sockios.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* Receives the log messages of a server. It must exist until the server has stopped. */
struct id3tap_mhd_log {
  void *context;
  void (*take)(void *context, const char *text);
};

/* Swift cannot receive variable arguments. */
static inline void id3tap_mhd_log_message(void *log, const char *format, va_list arguments) {
  const struct id3tap_mhd_log *taker = log;
  char text[500];
  vsnprintf(text, sizeof(text), format, arguments);
  taker->take(taker->context, text);
}

/* The settings of a server. It reads the strings when it starts, and calls the functions until it has stopped. */
struct id3tap_mhd_options {
  int listening_socket;
  unsigned int threads;
  unsigned int connections;
  unsigned int connections_per_address;
  size_t head_size;
  /* PEM text; both are set, or both are null. */
  const char *key;
  const char *certificate;
  /* The context that all functions receive. */
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  void *(*begin)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback complete;
  MHD_NotifyConnectionCallback notify;
  struct id3tap_mhd_log *log;
};

/* MHD_start_daemon is variadic, so Swift cannot call it. */
static inline struct MHD_Daemon *id3tap_mhd_start(const struct id3tap_mhd_options *options) {
  struct MHD_OptionItem tls[] = {
    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key},
    {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate},
    {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem threads[] = {
    {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)options->threads, NULL},
    {MHD_OPTION_END, 0, NULL},
  };
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC
    | MHD_USE_ERROR_LOG;
  if (options->key != NULL) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
    flags, 0, options->accept, options->context, options->handle, options->context,
    /* The logger is the first option, so that libmicrohttpd never writes to standard error. */
    MHD_OPTION_EXTERNAL_LOGGER, &id3tap_mhd_log_message, options->log,
    MHD_OPTION_LISTEN_SOCKET, options->listening_socket,
    MHD_OPTION_CONNECTION_LIMIT, options->connections,
    MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->connections_per_address,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->head_size,
    MHD_OPTION_CONNECTION_TIMEOUT, 0u,
    MHD_OPTION_URI_LOG_CALLBACK, options->begin, options->context,
    MHD_OPTION_NOTIFY_COMPLETED, options->complete, options->context,
    MHD_OPTION_NOTIFY_CONNECTION, options->notify, options->context,
    MHD_OPTION_ARRAY, options->threads > 1 ? threads : &threads[1],
    MHD_OPTION_ARRAY, options->key != NULL ? tls : &tls[2],
    MHD_OPTION_END);
}

/* MHD_get_connection_info is variadic, so Swift cannot call it. */
static inline int id3tap_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline const struct sockaddr *id3tap_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/* The context that was set when the connection began. */
static inline void *id3tap_mhd_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* Counts the bytes that were written but not acknowledged yet, and those that the client has acknowledged (tcp(7)).
   `info` has the layout of the kernel's tcp_info, because the C library declares only its beginning. */
static inline bool id3tap_tcp_progress(int socket, int *pending, uint64_t *acknowledged) {
  struct {
    uint8_t bytes[8];
    uint32_t words[24];
    uint64_t pacing_rate, max_pacing_rate, bytes_acked;
  } info;
  socklen_t size = sizeof(info);
  memset(&info, 0, sizeof(info));
  if (ioctl(socket, SIOCOUTQ, pending) != 0) return false;
  if (getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, &info, &size) != 0) return false;
  *acknowledged = info.bytes_acked;
  return true;
}

/* Whether the client has closed its half of the connection. Over TLS, bytes from the client may still be unread. */
static inline bool id3tap_tcp_is_half_closed(int socket) {
  uint8_t state = 0;
  socklen_t size = sizeof(state);
  return getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, &state, &size) == 0
    && state == 8 /* TCP_CLOSE_WAIT */;
}

/* Sends a response without chunked encoding, and closes the connection after it. */
static inline bool id3tap_mhd_use_no_chunks(struct MHD_Response *response) {
  return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END) == MHD_YES;
}

/* Values of macros that contain casts. */
static const uint64_t id3tap_mhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t id3tap_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t id3tap_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

#endif
