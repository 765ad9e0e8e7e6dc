// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let player: [String: String] = [
    "player-media3": #"""
    How many tags media3 and ExoPlayer would show in HLS and DASH.

    They read the lowest PID of stream_type 0x15 of the first program that has any, and keep it. They drop a
    tag whose PES is not marked as aligned, ends before the tag by its declared length, or has other bytes
    before the tag; a PES without PTS stops them. They read one tag of a PES. Of event messages they know AOM's
    scheme and Apple's, in DASH those that the MPD names. Before 1.10 they drop the ID3 of audio renditions.
    Their times count from the first DTS.
    """#,
    "player-hlsjs": #"""
    How many tags hls.js would show.

    In a transport stream it reads the first program of the PAT, a PMT of one packet, and there the first PID
    of stream_type 0x15. It drops a tag without PTS, not at the start of its PES, or in a PES that is shorter
    than declared. Of event messages it takes schemes that hold emsg/ID3 or emsg-ID3. Its times count from the
    lowest DTS of audio and video; up to 1.5 from the lowest PTS. An event message of version 0 is shown too
    early by the start of the media time.
    """#,
    "player-muxjs": #"""
    How many tags mux.js with VHS (Video.js) would show.

    In a transport stream it reads the first program of the PAT, PES of stream_type 0x15, one whole tag each
    from the first byte. A cut tag swallows the next bytes, up to a PES that is marked as aligned. It drops tags
    before the first picture, from which its times count, and all tags of packed audio. It takes event
    messages of any scheme.
    """#,
    "player-shaka": #"""
    How many tags Shaka Player would show.

    It reads transport streams as hls.js does. Of packed audio it takes the tags at the start of a segment,
    and event messages in DASH; in HLS only when mediaSource.dispatchAllEmsgBoxes is set. Its times count from
    the first DTS.
    """#,
    "player-avplayer": #"""
    How many tags are as Apple's documents ask for; AVPlayer itself was not measured.

    They ask for stream_type 0x15, both metadata descriptors, stream_id 0xBD and a PTS, and in fragmented MP4
    for version 1 messages of AOM's scheme. AVPlayer may show other tags, too: tags with stream_id 0x0D were
    reported to be shown (mangui/flashls#194).
    """#,
    "player-dashjs": #"""
    How many tags dash.js would show.

    It takes events whose scheme and value the MPD names, and takes an event with the id of one that is still
    listed for a repeat: of one without a known duration as long as it plays. Without an MPD only ids are
    looked at. It plays no HLS.
    """#,
    "player-gpac": #"""
    How many tags GPAC would take for Nielsen's.

    It knows them by their first 36 bytes, and passes ID3 on with the audio of its program: without audio
    there is none.
    """#,
    "player-ffmpeg": #"""
    How many tags FFmpeg would pass on whole.

    Before 6.1 it cuts five bytes off every tag of stream_type 0x15, and a copy writes the damaged tags. It
    takes a PID that no PMT names for MP3, before 6.0 also needs a metadata_descriptor. No version reads event
    messages.
    """#,
  ]
}
