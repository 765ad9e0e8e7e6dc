// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let player: [String: String] = [
    "player-media3": #"""
    How many tags media3 and ExoPlayer would show.

    They drop a tag whose PES is not marked as aligned or has another size than declared, or that does not
    stand at the start of its PES, stop at a PES without PTS, and read one tag of a PES. Of event messages they know AOM's scheme and Apple's. Before the
    change asked for in androidx/media#3043 they drop the ID3 of audio renditions.
    """#,
    "player-hlsjs": #"""
    How many tags hls.js would show.

    It takes the first PID with stream_type 0x15 of the map in force, and drops a tag without PTS, or not at
    the start of its PES. Of event messages it takes
    schemes that hold emsg/ID3 or emsg-ID3, and drops repeated ids.
    """#,
    "player-muxjs": #"""
    How many tags mux.js and VHS would show.

    It reads PES of stream_type 0x15, one tag each from the first byte, and finds its way again behind a damaged tag only where a
    PES is marked as aligned.
    """#,
    "player-avplayer": #"""
    How many tags AVPlayer would show, by what Apple's documents ask for; this was not measured.

    They ask for stream_type 0x15, both metadata descriptors, stream_id 0xBD and a PTS, and in fragmented MP4
    for version 1 messages of AOM's scheme.
    """#,
    "player-dashjs": #"""
    How many tags dash.js would show.

    It takes events whose scheme and value the MPD names, and takes a second event with the same id for a
    repeat of the first. Without an MPD only ids are looked at.
    """#,
    "player-gpac": #"""
    How many tags GPAC would take for Nielsen's.

    It knows them by their first 36 bytes, and passes ID3 on with the audio of its program: without audio
    there is none.
    """#,
    "player-ffmpeg": #"""
    How many tags FFmpeg would pass on whole: its versions up to 5.x, and any for event messages.

    Up to 5.x it cuts five bytes off every tag of stream_type 0x15, and a copy writes the damaged tags. No
    version reads event messages.
    """#,
  ]
}
