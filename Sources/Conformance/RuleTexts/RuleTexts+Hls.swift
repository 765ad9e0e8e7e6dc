// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let hls: [String: String] = [
    "hls-rendition-missing-tags": #"""
    Every variant, together with each of its audio renditions, delivers Nielsen tags.

    A player reads a variant and one audio rendition. If neither carries tags, the viewers of that
    pair are not measured. Tags in one of the two are enough. Tags in the events of a DASH
    manifest reach the player with every representation.
    """#,
    "hls-rendition-mismatch": #"""
    All renditions that carry tags carry the same ones at the same time.

    If they differ, a player that changes the rendition gets tags twice or misses some. Tags in
    segments that could not be read do not count as missing, nor do those before the first segment
    read and after the last. In playlists that have ended and were read to their ends, tags after
    the last segment count as missing.
    """#,
    "hls-segment-missing": #"""
    Every segment in the playlists could be read to its end.

    The tags in an unread segment are unknown, so it cannot pass. Segments with EXT-X-GAP do not
    count, since the playlist itself says that they are missing; variants and renditions above the
    reader's limits count, and so do initialization sections. For joined files (--join) a missing
    number shows a missing segment. A segment that the playlist is not allowed to reach is a
    warning: the segment itself may be correct.
    """#,
    "hls-segment-gap": #"""
    The playlist marks no segment as missing.

    EXT-X-GAP marks a segment that the packager could not make: players skip it. Tags missing there
    are reported by no other rule, but no player receives them.
    """#,
    "hls-segment-cut": #"""
    A segment holds media up to the start of the next one.

    A segment that was truncated on its way into storage lacks the rest of its audio, video and
    tags, although the playlist and the clock of the next segment continue as if it were complete.
    It is compared with the other segments of the rendition: if most of them lack as much, they were
    made that way. The last segment is not judged, since no segment follows and EXTINF is rounded. A
    segment that ends within an MP4 box is always truncated.
    """#,
    "hls-segment-duration": #"""
    EXTINF is the duration of the segment's media.

    Players use the durations of the playlist to seek, place ads and join a live channel: with wrong
    ones they look for a tag in the wrong segment. Rounding, and audio that starts some frames
    before the video, are within the limit. The first segment after a break and the last one are not
    judged.
    """#,
    "hls-segment-media": #"""
    The segments of a rendition are media of one kind, unless EXT-X-DISCONTINUITY says that it changes.

    A player that started with one container does not expect another: it skips such a segment or
    stops, and the tags in it are lost.
    """#,
    "hls-playlist-invalid": #"""
    The playlists can be read and parsed, and have the required tags.

    Players differ in what they tolerate: a playlist that one plays is rejected by another.
    """#,
    "hls-segment-psi": #"""
    PAT and PMT are in every transport stream segment, or in its EXT-X-MAP.

    A player that starts at a segment without them finds neither the media nor the tags. If they are
    not its first two packets, as the standard recommends, this is reported as information.
    """#,
    "hls-segment-undeclared": #"""
    Every transport stream segment of a rendition with tags declares the ID3 stream, even without a
    tag.

    A player that starts at a segment whose PMT does not name the PID ignores the PID, and also
    misses the tags of later segments.
    """#,
    "hls-single-program": #"""
    A transport stream segment holds one program.

    Players use the first program that they find, which may not be the one with the tags.
    """#,
    "hls-tag-outside-segment": #"""
    The time of a tag lies within the audio and video of the segment that carries it.

    A player shows a tag when it is due while the segment is in the buffer; a tag that belongs to
    another segment is late, early or lost after a seek.
    """#,
    "hls-tag-split": #"""
    A tag does not begin in one segment and end in the next.

    A player that joins at the second segment, or changes the rendition between them, gets half a
    tag, and drops it.
    """#,
    "hls-discontinuity-undeclared": #"""
    Time stamps continue from one segment to the next, except at EXT-X-DISCONTINUITY.

    Players time tags by their time stamps: after an undeclared jump they show them at the wrong
    time, or never. If the names of the segments are numbered and a number is missing there, the
    message names it: the segment is missing in the playlist.
    """#,
    "hls-date-jump": #"""
    EXT-X-PROGRAM-DATE-TIME advances with the media, except at EXT-X-DISCONTINUITY.

    Players find ad breaks and the live position by these dates, and measurement compares them with
    the clock in the tags. After an undeclared jump both are wrong.
    """#,
    "hls-packed-audio-timestamp": #"""
    Every packed audio segment begins with the tag that gives the time stamp of its first frame.

    Audio frames have no time stamps. Without this tag, or with a wrong one, a player cannot time
    the segment and the tags in it.
    """#,
    "hls-playlist-stale": #"""
    A live playlist is updated within one and a half target durations.

    A player whose playlist is not updated runs out of segments, and stalls. Each period without an
    update is one finding, with its length, at the last segment known at that time.
    """#,
    "hls-window-missed": #"""
    No segment left the window of a live playlist before it was read.

    Gaps found in unread segments may be caused by this reader, not by the feed.
    """#,
    "hls-interstitial-without-tags": #"""
    The assets of interstitials carry tags.

    Players that support interstitials (EXT-X-DATERANGE of the class com.apple.hls.interstitial)
    play the assets named by X-ASSET-URI or X-ASSET-LIST. `check` reads the first 30 s of at most 16
    of them, at most 64 MiB in all, under the address rules of the playlist. Ads often have no tags
    by design.
    """#,
    "hls-interstitial-replaces-tags": #"""
    An interstitial does not replace content that has tags with assets that have none.

    A player skips as much of the content as X-RESUME-OFFSET says, or as the assets last, and with
    it the tags of that time. Players that do not support interstitials play the content, and count
    it.
    """#,
    "hls-ll-part-metadata": #"""
    A tag does not begin in one part of a segment and end in the next.

    Low-latency players read parts. A player that starts at the second part gets half a tag and
    drops it; others show the tag only after the second part has arrived.
    """#,
    "hls-ll-part-target": #"""
    No part is longer than the part target duration.

    Players stay three part target durations behind the end: a longer part arrives too late for
    them, and so do its tags.
    """#,
    "hls-ll-blocking-reload": #"""
    A server that announces blocking reloads holds its answer until the playlist has something new.

    Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players request the next part before it
    exists. A server that answers at once, or rejects the request, makes them poll repeatedly; tags
    come late. The playlist is then read like any other.
    """#,
    "hls-ll-audio-no-parts": #"""
    If variants are published in parts, so are their audio renditions.

    A low-latency player keeps sound and picture in sync. For an audio rendition without parts it
    has only whole segments: it stalls, or plays with normal latency, and the tags of the audio come
    late. The rule judges the playlists as they are first read.
    """#,
  ]
}
