// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let clock: [String: String] = [
    "clock-audio-distance": #"""
    Tags are near their audio in the multiplex.

    The PTS of a tag is compared with that of the latest audio before it. A tag far from its audio
    is credited to another time, or to another programme.
    """#,
    "clock-audio-frame": #"""
    The PTS of a tag is that of an audio PES packet.

    An inserter that works on the audio gives a tag the PTS of the packet just read. Another PTS is
    harmless: it shows that the tag was inserted in another way.
    """#,
    "clock-pts-backward": #"""
    Time stamps do not go back, except at a wrap or a declared discontinuity.

    Players drop data before their position, or restart. Both the audio clock and the PTS of the
    tags are checked.
    """#,
    "clock-pts-jump": #"""
    Time stamps do not jump ahead without a declared discontinuity.

    A player waits for the missing time, or stops. Tags with a PTS hours off are never shown.
    """#,
    "clock-tag-rate": #"""
    The tags' own clock runs as fast as the presentation from one DATA tag to the next.

    A tag has the time of its release, by the clock fed to the inserter. A step means that the clock
    was set, or that content with its own tags was joined.
    """#,
    "clock-tag-drift": #"""
    The tags' own clock neither gains nor loses over the whole input.

    Drift means that the inserter counts frames at a wrong rate, or is fed a clock other than the
    content's. Single steps are reported by `clock-tag-rate`.
    """#,
    "clock-offset-rate": #"""
    While the CID stays, offsets advance with the tags' own clock.

    An offset counts the seconds of a source's broadcast day: a second for each second of content.
    An offset that does not advance, or advances at another rate, credits another part of the day.
    """#,
    "clock-offset-backward": #"""
    While the CID stays, an offset does not decrease.

    Offsets count up through a source's day. One that decreases indicates repeated content, or two
    inserters.
    """#,
    "clock-tag-date": #"""
    The tags' own clock is set.

    Tags of this form were introduced in 2010, and none is made ahead of time. An earlier or a
    future date means that the clock of the inserter is not set. Tags in recordings can be as old as
    the recording.
    """#,
    "clock-wall": #"""
    The tags' own clock is that of the programme.

    A live stream carries the time of day of its content, and its tags carry the same time. Tags of
    a recording carry the time at which it was made.
    """#,
    "clock-late-arrival": #"""
    Tags come in the multiplex before they are due.

    The PCR is the player's time when a packet arrives. A tag that arrives after its PTS cannot be
    shown in time. Several tags in a row that arrive much too early mean that the PCR went back, or
    is from another clock than the time stamps: receivers wait until the tags are due.
    """#,
    "clock-estimated": #"""
    Some times had to be estimated.

    A tag without a time, or with an implausible one, gets the time of the media around it. Rules
    about time are only as exact as this estimate.
    """#,
  ]
}
