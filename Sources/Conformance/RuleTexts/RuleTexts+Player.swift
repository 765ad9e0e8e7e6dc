// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let player: [String: String] = [
    "player-media3": #"""
    How many tags media3 and ExoPlayer would show in HLS and DASH.

    They read the lowest PID of stream_type 0x15 of the first program that has any, and keep it.
    They drop a tag whose PES is not marked as aligned, ends before the tag by its declared length,
    or has other bytes before the tag; a PES without PTS stops them. They read one tag per PES. They
    read event messages in AOM's scheme and in Apple's, and in DASH those that the MPD names. Before
    1.10 they drop the ID3 of audio renditions. Their time 0 is the first DTS.
    """#,
    "player-hlsjs": #"""
    How many tags hls.js would show.

    In a transport stream it reads the first program of the PAT, a PMT of one packet, and there the
    first PID of stream_type 0x15. It drops a tag without PTS, not at the start of its PES, or in a
    PES that is shorter than declared. It reads event messages whose scheme contains emsg/ID3 or
    emsg-ID3. Its time 0 is the lowest DTS of audio and video; up to 1.5 the lowest PTS. An event
    message of version 0 is shown too early by the start of the media time.
    """#,
    "player-muxjs": #"""
    How many tags mux.js with VHS (Video.js) would show.

    In a transport stream it reads the first program of the PAT, PES of stream_type 0x15, one whole
    tag each from the first byte. After a cut tag it treats the next bytes as part of it, up to a
    PES that is marked as aligned. It drops tags before the first picture, which is its time 0, and
    all tags of packed audio. It reads event messages of any scheme.
    """#,
    "player-shaka": #"""
    How many tags Shaka Player would show.

    It reads transport streams as hls.js does. In packed audio it reads the tags at the start of a
    segment. It reads event messages in DASH, but in HLS only if mediaSource.dispatchAllEmsgBoxes is
    set. Its time 0 is the first DTS.
    """#,
    "player-avplayer": #"""
    How many tags meet Apple's documents; AVPlayer itself was not measured.

    They require stream_type 0x15, both metadata descriptors, stream_id 0xBD and a PTS, and in
    fragmented MP4 version 1 messages of AOM's scheme. AVPlayer may also show other tags: tags with
    stream_id 0x0D were reported to be shown (mangui/flashls#194).
    """#,
    "player-dashjs": #"""
    How many tags dash.js would show.

    It reads events whose scheme and value the MPD names. It treats an event with the id of one that
    is still listed as a repeat; an event without a known duration stays listed for as long as it
    plays. Without an MPD only ids are checked. It does not play HLS.
    """#,
    "player-gpac": #"""
    How many tags GPAC would recognise as Nielsen's.

    It recognises them by their first 36 bytes, and passes ID3 on with the audio of its program:
    without audio it passes nothing.
    """#,
    "player-ffmpeg": #"""
    How many tags FFmpeg would pass on complete.

    Before 6.1 it cuts five bytes off every tag of stream_type 0x15, and a copy has the damaged
    tags. It treats a PID that no PMT names as MP3, and before 6.0 it also needs a
    metadata_descriptor. No version reads event messages.
    """#,
  ]
}
