// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let clock: [String: String] = [
    "clock-audio-distance": #"""
    Tags stand near their audio in the multiplex.

    The PTS of a tag is compared with that of the audio last seen before it. What is far from its audio is
    credited to another moment, or to another programme.
    """#,
    "clock-audio-frame": #"""
    The PTS of a tag is that of an audio PES packet.

    An inserter that works on the audio gives a tag the PTS of the packet just read. Another PTS does no
    harm: it shows that the tag came another way.
    """#,
    "clock-pts-backward": #"""
    Time stamps do not go back, but for a wrap or a declared discontinuity.

    Players drop what is before their position, or start again. Both the clock that the audio drives and the PTS of
    the tags are looked at.
    """#,
    "clock-pts-jump": #"""
    Time stamps do not jump ahead without a declared discontinuity.

    A player waits for the time that is missing, or stops. Tags with a PTS hours off are never shown.
    """#,
    "clock-tag-rate": #"""
    The tags' own clock runs as fast as the presentation from one DATA tag to the next.

    A tag says when it was released, by the clock that the inserter was fed. Where it steps, another time
    was set, or content with tags of its own was joined in.
    """#,
    "clock-tag-drift": #"""
    The tags' own clock neither gains nor loses over the whole input.

    Drift means that the inserter counts frames at a wrong rate, or is fed a clock that is not the one of
    the content. Single steps are left to `clock-tag-rate`.
    """#,
    "clock-offset-rate": #"""
    Offsets advance as the tags' own clock does while the CID stays.

    An offset counts the seconds of a source's broadcast day: a second for each second of content. One that
    stands still or runs off credits another part of the day.
    """#,
    "clock-offset-backward": #"""
    An offset does not fall while the CID stays.

    A source's day goes forward. An offset that falls points to content played again, or two inserters.
    """#,
    "clock-tag-date": #"""
    The tags' own clock is set.

    Tags of this form came up in 2010, and none is made ahead of time. Another date means that the clock
    of the inserter is not set. Tags of recordings may be as old as they are.
    """#,
    "clock-wall": #"""
    The tags' own clock is that of the programme.

    A live stream carries the time of day of its content. Tags that were made then carry the same; those of a
    recording carry the time it was made.
    """#,
    "clock-late-arrival": #"""
    Tags stand in the multiplex before they are due.

    The PCR is the player's time when a packet comes. A tag that is later than its PTS by then
    comes too late to be shown in time. Tags in a row that come much too early show that the PCR went back, or
    belongs to another clock than the time stamps: receivers wait that long.
    """#,
    "clock-estimated": #"""
    Some times had to be estimated.

    A tag without a time of its own, or with one that cannot be believed, is put where the media around it is.
    Rules about time are no more exact than that.
    """#,
  ]
}
