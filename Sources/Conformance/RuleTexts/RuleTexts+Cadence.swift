// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let cadence: [String: String] = [
    "cadence-gap": #"""
    DATA tags follow each other closely enough.

    A tag is made for about ten seconds of watermarked audio, so a longer gap means that the audio
    carries no watermark, or that tags were lost on the way. In a live stream an open gap counts up
    to the present. Segments that could not be read do not count as a gap. Where they can be read,
    the sequence numbers around a gap distinguish the two causes.
    """#,
    "cadence-tag-time-gap": #"""
    By the tags' own clock one DATA tag begins soon after the one before it ended.

    The sequence numbers show the cause of a gap. If none is missing, no tag was made, because the
    audio carried no watermark; if some are missing, tags were lost. A gap that includes an
    unreadable segment shows neither.
    """#,
    "cadence-overlap": #"""
    By the tags' own clock no DATA tag begins long before the one before it ended.

    Two inserters on one stream make two tags for the same audio.
    """#,
    "cadence-tag-duration": #"""
    A DATA tag spans four to twelve seconds.

    A tag is released after ten seconds or at its tenth detection. Other lengths mean that the clock
    fed to the inserter does not run at the rate of the audio.
    """#,
    "cadence-short-unfilled": #"""
    A short DATA tag is full.

    A tag ends early at its tenth detection. One that ends early with unused blocks was released for
    another reason: a change of source, or a restart.
    """#,
    "cadence-start": #"""
    The first DATA tag comes soon after the content starts.

    Content before it is not measured. More than a minute of it is an error, and so is content of
    more than a minute with INFO tags but no DATA tag.
    """#,
    "cadence-end": #"""
    The last DATA tag is near the end of the content.

    Content after it is not measured; more than a minute of it is an error. Only inputs that were
    read to the end are judged.
    """#,
    "cadence-info-presence": #"""
    The first INFO tag comes within five minutes.

    INFO tags describe the inserter of the DATA tags. One comes about every five minutes, so six
    minutes without one mean that none is made, or that they are lost.
    """#,
    "cadence-info-interval": #"""
    INFO tags follow each other, and the end of the content, within five minutes.

    A multiplexer with room for one tag at a time drops INFO tags that are released together with a
    DATA tag. Time that could not be read does not count.
    """#,
    "cadence-info-early": #"""
    INFO tags do not come sooner than usual.

    An inserter sends one when it starts. Many in a row mean that it restarts repeatedly.
    """#,
    "ad-break-duration": #"""
    Ad breaks are as long as they were announced.

    An ad server fills a break for the announced time. A break that ends earlier cuts an ad, or the
    programme after it; one that ends later leaves a gap. Breaks without a mark at their end are not
    judged. Cue tags are bound to segments, so the limit is one segment longer for them.
    """#,
    "ad-break-no-return": #"""
    Ad breaks that do not end by themselves have a mark that ends them.

    A break without a duration, or with `auto_return` 0, continues until the programme is announced
    again. Without that message a splicer stays with the ads. The limit is the announced duration
    plus thirty seconds, or ten minutes without a duration, unless the next break begins before
    that.
    """#,
    "ad-break-tag-continuity": #"""
    Tags resume soon after an ad break.

    A splicer that returns to the programme too late, or with other audio, loses the tags of its
    first seconds. If there were tags before the break, the first DATA tag is due within one cadence
    after its end. A break without an end mark ends as announced. Breaks that follow each other
    within one cadence count as one.
    """#,
    "ssai-ad-carries-foreign-cid": #"""
    Inserted ads do not carry the CID of the programme.

    A stitcher that leaves the programme's tags in an ad credits the ad to the programme. In a break
    that is not replaced, the programme's tags are correct. An ad counts as inserted if tags in the
    break have other CIDs, or its segments come from another place than the programme's afterwards.
    The rule finds a tag of the programme between two tags of an ad, or in such a segment.
    """#,
  ]
}
