// Reads only the timed ID3 of a stream with libavformat: without stream info, and with all other streams discarded. A
// reader that uses libavformat's demuxer cannot do less.
#include <libavformat/avformat.h>
#include <stdio.h>

static void discard_media(AVFormatContext *context) {
  for (unsigned index = 0; index < context->nb_streams; index++) {
    AVStream *stream = context->streams[index];
    if (stream->codecpar->codec_id != AV_CODEC_ID_TIMED_ID3) stream->discard = AVDISCARD_ALL;
  }
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: DiscardAll FILE\n");
    return 64;
  }
  av_log_set_level(AV_LOG_QUIET);
  AVFormatContext *context = NULL;
  if (avformat_open_input(&context, arguments[1], NULL, NULL) < 0) {
    fprintf(stderr, "%s: cannot be opened\n", arguments[1]);
    return 2;
  }
  AVPacket *packet = av_packet_alloc();
  if (packet == NULL) return 2;
  long packets = 0;
  discard_media(context);
  // Streams appear during reading, when the tables are found.
  while (av_read_frame(context, packet) >= 0) {
    if (context->streams[packet->stream_index]->codecpar->codec_id == AV_CODEC_ID_TIMED_ID3)
      packets++;
    av_packet_unref(packet);
    discard_media(context);
  }
  printf("%ld\n", packets);
  av_packet_free(&packet);
  avformat_close_input(&context);
  return 0;
}
