// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let cadence: [String: String] = [
    "cadence-gap": #"""
    DATA tags follow each other closely enough.

    A tag is made for about ten seconds of watermarked audio, so a longer silence means that the audio
    carries no watermark, or that tags were lost on the way. While a stream goes on the silence up to now
    counts too. Segments that could not be read do not count as silence. The sequence numbers around a gap
    tell the two causes apart, where they can be read.
    """#,
    "cadence-tag-time-gap": #"""
    By the tags' own clock one DATA tag begins soon after the one before it ended.

    The sequence numbers tell the two causes of a gap apart: none missing says that no tag was made, since
    the audio carried no watermark; missing ones say that tags were lost. A gap with a segment in it that
    could not be read says neither.
    """#,
    "cadence-overlap": #"""
    By the tags' own clock no DATA tag begins long before the one before it ended.

    Two inserters at work on one stream make tags for the same audio twice.
    """#,
    "cadence-tag-duration": #"""
    A DATA tag spans four to twelve seconds.

    A tag is released when ten seconds are over or its tenth detection is in. Other lengths mean that the
    clock fed to the inserter does not run with the audio.
    """#,
    "cadence-short-unfilled": #"""
    A DATA tag that is short is full.

    A tag ends early when its tenth detection is in. One that ends early with blocks to spare was released
    for another reason: a change of source, or a restart.
    """#,
    "cadence-start": #"""
    The first DATA tag comes soon after the content starts.

    What is played before it is not measured. More than a minute of it is an error, and so is content of
    more than a minute with INFO tags and no DATA tag at all.
    """#,
    "cadence-end": #"""
    The last DATA tag stands near the end of the content.

    What is played after it is not measured; more than a minute of it is an error. Only an input that was
    read whole shows its end.
    """#,
    "cadence-info-presence": #"""
    The first INFO tag comes within five minutes.

    INFO tags describe what inserted the DATA tags. One comes about every five minutes, so six minutes without
    any mean that none is made, or that they are lost.
    """#,
    "cadence-info-interval": #"""
    INFO tags follow each other, and the end of the content, within five minutes.

    A multiplexer with room for one tag at a time drops INFO tags whenever a DATA tag leaves with them. What
    could not be read does not count.
    """#,
    "cadence-info-early": #"""
    INFO tags do not come sooner than usual.

    An inserter sends one when it starts. Many of them in a row mean that it starts again and again.
    """#,
    "ad-break-duration": #"""
    Ad breaks are as long as they were announced.

    An ad server fills a break by the announced time. One that ends earlier cuts an ad, or the programme after
    it; one that ends later leaves a hole. Breaks that end without a mark of their own are not judged. Cue
    tags stand at segments: there the limit is a segment longer.
    """#,
    "ad-break-no-return": #"""
    Ad breaks that do not end by themselves have a mark that ends them.

    A break without a duration, or with `auto_return` 0, goes on until the programme is announced again. A
    splicer that never hears of it stays with the ads. One whose duration is announced is given thirty seconds
    more, one without a duration ten minutes, unless the next break begins before that.
    """#,
    "ad-break-tag-continuity": #"""
    Tags go on soon after an ad break.

    A splicer that returns to the programme too late, or with another audio, takes the tags of its first
    seconds along. The first DATA tag is due within a cadence after the end of the break, where tags came
    before it. Without an end of its own a break ends as announced. Breaks that follow each other within a
    cadence are one.
    """#,
    "ssai-ad-carries-foreign-cid": #"""
    Inserted ads do not carry the CID of the programme.

    A stitcher that leaves the programme's tags in an ad credits the ad to the programme. A break that is not
    replaced keeps the programme's tags, and that is right: an ad is inserted where tags of the break have
    other CIDs, or its segments come from elsewhere, and the programme's afterwards do not. A tag of the
    programme between two tags of an ad, or in such a segment, is found.
    """#,
  ]
}
