struct PlayerAvplayer: PlayerRule {
  static let id: RuleID = "player-avplayer"
  static let title = "Tags do not meet Apple's documents"
  static let text = """
    Reports how many tags meet Apple's documents; AVPlayer itself was not measured.

    For transport streams, the documents require stream_type 0x15, both metadata descriptors,
    stream_id 0xBD and a PTS. For fragmented MP4, they require version 1 messages of AOM's scheme.
    AVPlayer may also show other tags: tags with stream_id 0x0D were reported to be shown
    (mangui/flashls#194).
    """
  static let traits = RuleTraits.player(
    remedy: "Follow Apple's specification of timed metadata.",
    source:
      "Apple, Timed Metadata for HTTP Live Streaming, 2; About the Common Media Application "
      + "Format with HLS"
  )
  static let policy = PlayerPolicy.avplayer

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerDashjs: PlayerRule {
  static let id: RuleID = "player-dashjs"
  static let title = "dash.js misses tags"
  static let text = """
    Reports how many tags dash.js would show.

    dash.js reads events whose scheme and value the MPD declares. It drops an event as a repeat if
    an earlier event with the same id has not ended; an event of unknown duration never ends.
    Without an MPD, the rule checks only ids. dash.js does not play HLS.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare the scheme and value of the events in the MPD, and use a new id for every event.",
    source: "Dash-Industry-Forum/dash.js#3911",
    needs: [.fragmentedMP4]
  )
  static let policy = PlayerPolicy.dashjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerFfmpeg: PlayerRule {
  static let id: RuleID = "player-ffmpeg"
  static let title = "FFmpeg does not pass on all tags"
  static let text = """
    Reports how many tags FFmpeg would pass on undamaged.

    Versions before 6.1 cut five bytes off every tag of stream_type 0x15, even when copying. If no
    PMT declares a PID, FFmpeg treats it as MP3. Versions before 6.0 also need a
    metadata_descriptor. No version reads event messages.
    """
  static let traits = RuleTraits.player(
    remedy: "Copy streams with FFmpeg 6.1 or later.",
    source: "FFmpeg libavformat/mpegts.c, mov.c"
  )
  static let policy = PlayerPolicy.ffmpeg

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerGpac: PlayerRule {
  static let id: RuleID = "player-gpac"
  static let title = "GPAC misses tags"
  static let text = """
    Reports how many tags GPAC would recognize as Nielsen tags.

    GPAC recognizes Nielsen tags by their first 36 bytes, and passes ID3 tags on with the audio of
    the program: without audio, it passes no tag on.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Keep the tag header as the encoder wrote it, and keep audio in the program of the tag.",
    source: "gpac/gpac src/media_tools/id3.c"
  )
  static let policy = PlayerPolicy.gpac

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerHlsjs: PlayerRule {
  static let id: RuleID = "player-hlsjs"
  static let title = "hls.js misses tags"
  static let text = """
    Reports how many tags hls.js would show.

    In a transport stream, hls.js reads the first program of the PAT, a PMT of one packet, and the
    first PID of stream_type 0x15 in that PMT. The program must have H.264, HEVC (from 1.6), AAC or
    MPEG audio. hls.js drops a tag that has no PTS, is not at the start of its PES, or is in a PES
    shorter than declared. It does not read the flags of ID3 frames. It reads event messages whose
    scheme contains emsg/ID3 or emsg-ID3. Its time 0 is the lowest DTS of audio and video or, up to
    version 1.5, the lowest PTS. An event message of version 0 is shown too early: the error is the
    media time at the start of the stream.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare one ID3 PID with stream_type 0x15 in the first program, and write a PTS into each PES. "
      + "Use version 1 and AOM's scheme in emsg.",
    source: "video-dev/hls.js tsdemuxer.ts, mp4demuxer.ts, id3-track-controller.ts"
  )
  static let policy = PlayerPolicy.hlsjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerMedia3: PlayerRule {
  static let id: RuleID = "player-media3"
  static let title = "media3 or ExoPlayer misses tags"
  static let text = """
    Reports how many tags media3 and ExoPlayer would show in HLS and DASH.

    Both players read the lowest PID of stream_type 0x15 in the first program that has such a PID,
    and keep it. They drop a tag whose PES is not marked as aligned, is declared shorter than the
    tag, or has other bytes before the tag. A PES without a PTS stops playback. They read one tag
    per PES or event message. They read event messages in AOM's and in Apple's scheme. In DASH, the
    MPD must have an InbandEventStream. In HLS, a message of version 0 is shown too early: the
    error is the media time at the start of the stream. In packed audio, they read ID3 tags only with AAC.
    Versions before 1.10 drop the tags of audio renditions. Their time 0 is the first DTS.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Set data_alignment_indicator, write a PTS and one tag into each PES, and keep the PID. Use AOM's "
      + "scheme in emsg, and carry the tags in the variants, too.",
    source:
      "androidx/media Id3Reader.java, TsExtractor.java, google/ExoPlayer#5747, #9155, "
      + "androidx/media#3043"
  )
  static let policy = PlayerPolicy.media3

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerMuxjs: PlayerRule {
  static let id: RuleID = "player-muxjs"
  static let title = "mux.js with VHS (Video.js) misses tags"
  static let text = """
    Reports how many tags mux.js with VHS (Video.js) would show.

    In a transport stream, mux.js reads only the first program of the PAT, and only if that program
    has H.264 or AAC. It reads one whole tag from the first byte of each PES of stream_type 0x15.
    After a cut tag, it treats the next bytes as part of that tag, up to a PES that is marked as
    aligned. It drops tags before the first picture, which is its time 0, and all tags of packed
    audio. It reads one tag from each event message, in any scheme. Playback stops at an event
    message without a scheme or with a version other than 0 and 1, and at a PMT with
    current_next_indicator 0. Playback can also stop at a tag that declares UTF-8 but contains
    invalid UTF-8, even if it is not a Nielsen tag.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare stream_type 0x15, write one whole tag and a PTS into each PES, and "
      + "set data_alignment_indicator.",
    source:
      "videojs/mux.js lib/m2ts/m2ts.js, metadata-stream.js; videojs/http-streaming text-tracks.js"
  )
  static let policy = PlayerPolicy.muxjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}

struct PlayerShaka: PlayerRule {
  static let id: RuleID = "player-shaka"
  static let title = "Shaka Player misses tags"
  static let text = """
    Reports how many tags Shaka Player would show.

    Shaka Player reads transport streams as hls.js does, but it accepts any audio and video, and
    reads each segment separately. A tag that crosses the end of a segment is lost. A step of the
    PTS moves only the tags in the rest of its segment. In packed audio, it reads the tags at the
    start of a segment. It reads event messages in DASH, but in HLS only if
    mediaSource.dispatchAllEmsgBoxes is set. Its time 0 is the first DTS.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare one ID3 PID with stream_type 0x15 in the first program, and write one whole tag and a "
      + "PTS into each PES.",
    source:
      "shaka-project/shaka-player lib/util/ts_parser.js, lib/media/media_source_engine.js"
  )
  static let policy = PlayerPolicy.shaka

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
