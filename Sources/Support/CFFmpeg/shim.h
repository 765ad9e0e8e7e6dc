#ifndef ID3TAP_CFFMPEG_SHIM_H
#define ID3TAP_CFFMPEG_SHIM_H

// The demuxer and muxer: AVFormatContext, AVIOContext, av_read_frame.
#include <libavformat/avformat.h>
// AVPacket, and the codec identifiers in a stream's parameters.
#include <libavcodec/avcodec.h>
// AES-128, because HLS segments may be encrypted.
#include <libavutil/aes.h>
// av_dict_*: the only way to pass options to avformat_open_input.
#include <libavutil/dict.h>
// av_log_set_callback: libavformat must not write to stderr.
#include <libavutil/log.h>
// av_malloc: an AVIOContext's buffer must come from libavutil's allocator.
#include <libavutil/mem.h>
// SHA-256, so that no second cryptography library is needed.
#include <libavutil/sha.h>

// Swift does not import function-like macros. Each shim below replaces one of them.

/// AVERROR(EAGAIN): no data now, not the end of the stream.
static inline int id3tap_averror_eagain(void) { return AVERROR(EAGAIN); }

/// AVERROR(EPERM): this tool's io_open callback returns it for every URL.
static inline int id3tap_averror_eperm(void) { return AVERROR(EPERM); }

/// AVERROR(EIO): the result of the read callback if the input failed.
static inline int id3tap_averror_eio(void) { return AVERROR(EIO); }

/// AVERROR(ENOMEM): an allocation failed inside a callback.
static inline int id3tap_averror_enomem(void) { return AVERROR(ENOMEM); }

/// AVERROR_EOF: the orderly end of a stream.
static inline int id3tap_averror_eof(void) { return AVERROR_EOF; }

/// AVERROR_EXIT: a callback requested an immediate end.
static inline int id3tap_averror_exit(void) { return AVERROR_EXIT; }

/// AVERROR_INVALIDDATA: malformed input.
static inline int id3tap_averror_invaliddata(void) { return AVERROR_INVALIDDATA; }

/// AV_NOPTS_VALUE: the packet carries no time stamp.
static inline int64_t id3tap_nopts(void) { return AV_NOPTS_VALUE; }

// libavcodec 59.24 moved the number of channels to a new field, and version 61 removed the old one.
static inline int id3tap_channel_count(const AVCodecParameters *parameters) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  return parameters->ch_layout.nb_channels;
#else
  return parameters->channels;
#endif
}

// The write callback of avio_alloc_context takes `uint8_t *` up to libavformat 60, and `const uint8_t *` since 61.
typedef int (*id3tap_write_callback)(void *opaque, const uint8_t *bytes, int count);

/// avio_alloc_context for writing. Swift uses the same callback type with every version of libavformat.
static inline AVIOContext *id3tap_avio_alloc_writer(unsigned char *buffer, int size, void *opaque,
                                                    id3tap_write_callback write) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  return avio_alloc_context(buffer, size, 1, opaque, NULL, write, NULL);
#else
  return avio_alloc_context(buffer, size, 1, opaque, NULL,
                            (int (*)(void *, uint8_t *, int))(void *)write, NULL);
#endif
}

#endif
