// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let hls: [String: String] = [
    "hls-rendition-missing-tags": #"""
    Every variant, with each audio rendition it goes with, brings Nielsen tags to the player.

    A player reads a variant and one audio rendition. When neither of the two carries tags, the
    viewers of that pair are not measured. Tags in one of the two are enough.
    """#,
    "hls-rendition-mismatch": #"""
    All renditions that carry tags carry the same ones at the same time.

    A player that changes the rendition gets tags twice or misses some when they differ. Tags in segments
    that could not be read are not missed, nor those before the first segment read and after the last. Of
    playlists that have ended and were read to their ends, those after the last segment are missed.
    """#,
    "hls-segment-missing": #"""
    Every segment that the playlists list could be read, whole.

    What was not seen is not passed: the tags in it are unknown. Segments under EXT-X-GAP do not count,
    since the playlist itself says that they are not there; variants and renditions beyond the reader's
    limits do, and initialization sections. Of files that are joined (--join) their numbers tell which one is
    missing. A segment that the rules of safety do not let a playlist reach is
    a warning: it may be sound.
    """#,
    "hls-segment-gap": #"""
    The playlist says of every segment that it is there.

    EXT-X-GAP marks a segment that the packager could not make: players skip it. No rule blames the
    stream for tags that are missing there, and no player receives them.
    """#,
    "hls-segment-cut": #"""
    A segment holds media up to where the next one goes on.

    A segment that was cut short on its way into storage lacks the rest of its audio, video and tags,
    although the playlist and the clock of the next segment count on. Judged against the other segments of
    the rendition: where most of them lack as much, that is how they are made. After the last segment nothing
    goes on: it may well be shorter than the playlist rounds it to. A segment that ends within a box of MP4 is
    cut, whatever the others are like.
    """#,
    "hls-segment-duration": #"""
    EXTINF is the duration of the segment's media.

    Players seek, place ads and join a live channel by the durations of the playlist: with wrong ones they
    look for a tag in another segment. Rounding, and audio that starts some frames before the video, are
    within the limit. The first segment after a break and the last one are not judged.
    """#,
    "hls-segment-media": #"""
    The segments of a rendition are media of one kind, unless EXT-X-DISCONTINUITY says that it changes.

    A player that has begun with one container does not look for another: it skips such a segment or stops,
    and the tags in it are lost.
    """#,
    "hls-playlist-invalid": #"""
    The playlists can be read, parsed, and have the tags that they must have.

    Players differ in what they forgive: a playlist that one plays is refused by another.
    """#,
    "hls-segment-psi": #"""
    PAT and PMT stand in every transport stream segment, or in its EXT-X-MAP.

    A player that begins with a segment without them finds neither the media nor the tags. That they are
    not its first two packets, as the standard recommends, is worth knowing only.
    """#,
    "hls-segment-undeclared": #"""
    Every transport stream segment of a rendition with tags declares the ID3 stream, tag or not.

    A player that begins with a segment whose PMT does not name the PID never looks at it, and misses the
    tags of the segments after it, too.
    """#,
    "hls-single-program": #"""
    A transport stream segment holds one program.

    Players take the first program that they find, which need not be the one with the tags.
    """#,
    "hls-tag-outside-segment": #"""
    The time of a tag lies within the audio and video of the segment that carries it.

    A player shows a tag when its time comes while the segment is in the buffer; one that belongs
    elsewhere is late, early or lost after a seek.
    """#,
    "hls-tag-split": #"""
    A tag does not begin in one segment and end in the next.

    A player that joins in at the second one, or changes the rendition between them, has half a tag, and
    drops it.
    """#,
    "hls-discontinuity-undeclared": #"""
    Time stamps go on from one segment to the next unless EXT-X-DISCONTINUITY says that they do not.

    Players place tags by their time stamps: after an undeclared jump they come at the wrong
    time, or never. Where the names of the segments are numbered and a number is left out there, the message
    names it: the segment is missing in the playlist.
    """#,
    "hls-date-jump": #"""
    EXT-X-PROGRAM-DATE-TIME advances with the media unless EXT-X-DISCONTINUITY says that it does not.

    Players find ad breaks and the live position by these dates, and measurement compares them with the
    clock in the tags. After an undeclared jump both are off.
    """#,
    "hls-packed-audio-timestamp": #"""
    Every packed audio segment begins with the tag that gives the time stamp of its first frame.

    Audio frames have no time stamps of their own. Without the tag, or with a wrong one, a player does not
    know when the segment and the tags in it belong.
    """#,
    "hls-playlist-stale": #"""
    A live playlist is renewed within one and a half target durations.

    A player whose playlist stands still runs out of segments, and stalls. Each time that it stands still is
    one finding, with its length, at the last segment known then.
    """#,
    "hls-window-missed": #"""
    No segment left the window of a live playlist before it was read.

    What was not read is not known: gaps found there may be ours, not the feed's.
    """#,
    "hls-interstitial-without-tags": #"""
    The assets of interstitials carry tags.

    Players that know interstitials (EXT-X-DATERANGE of the class com.apple.hls.interstitial) play the assets
    that X-ASSET-URI or X-ASSET-LIST names. `check` reads the first 30 s of at most 16 of them, at most 64 MiB in
    all, under the address rules of the playlist. Ads often have no tags by design.
    """#,
    "hls-interstitial-replaces-tags": #"""
    An interstitial does not replace content that has tags by assets that have none.

    A player leaves out as much of the content as X-RESUME-OFFSET says, or as the assets last, and with it the
    tags of that time. Players that do not know interstitials play the content, and count it.
    """#,
    "hls-ll-part-metadata": #"""
    A tag does not begin in one part of a segment and end in the next.

    Low-latency players are given parts. One that begins at the second part has half a tag and drops it; the
    others show the tag when the second part has come.
    """#,
    "hls-ll-part-target": #"""
    No part is longer than the part target duration.

    Players hold back three part target durations from the end: a longer part comes too late for them, and the
    tags in it too.
    """#,
    "hls-ll-blocking-reload": #"""
    A server that promises blocking reloads holds its answer until there is something new.

    Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players ask for the next part before it is there. A
    server that answers at once, or refuses the question, makes them ask again and again; tags come late. The
    playlist is then read like any other.
    """#,
    "hls-ll-audio-no-parts": #"""
    Where variants are published in parts, the audio renditions that go with them are, too.

    A low-latency player plays the sound and the picture at one place. Of an audio rendition without parts it has
    only whole segments: it stalls, or plays as late as without parts, and the tags of the audio come late. What the
    playlists announce when they are read first counts.
    """#,
  ]
}
