// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let expect: [String: String] = [
    "expect-sid": #"""
    The source identifiers are those of the template.

    A SID is encrypted within the CID, so that only Nielsen can compare it. The template may hold it for people,
    and this rule is listed so that its absence is not taken for a pass.
    """#,
    "expect-cid": #"""
    The CIDs are those of the template.

    A source keeps its CID for a broadcast day. The template may say from when to when a CID is in use; the time
    of a tag is that of its own clock. Tags of a time about which the template says nothing are not judged, nor
    are null CIDs. Two minutes before and after a change either day's CID passes, and a tag whose offset says
    that its day has just begun is not compared with a day that ends within the hour: clocks are put forward.
    """#,
    "expect-fd": #"""
    DATA tags name the Final Distributor if, and only if, the template expects it.

    An FD CID may be null for some seconds after a start or a change of source: `nullSeconds` of the template,
    else the limit of this rule. Where no FD is expected, tags that name one are reported.
    """#,
    "expect-pc": #"""
    DATA tags name Program Content if, and only if, the template expects it.

    A PC CID may be null for some seconds after a start or a change of source: `nullSeconds` of the template,
    else the limit of this rule. Where no PC is expected, tags that name one are reported.
    """#,
    "expect-renditions": #"""
    The renditions that the template names carry Nielsen tags.

    Nothing is said of renditions that were not read, and of those that were read for less than 30 s. A variant
    of sound alone counts as an audio rendition where the playlist lists it as one.
    """#,
    "expect-owners": #"""
    The owners of PRIV frames are those of the template.

    The template lists what owners begin with: `www.nielsen.com/` stands for all Nielsen tags. An owner that is not
    listed is reported, and a listed one that no tag of 30 s or more has.
    """#,
    "expect-breakout": #"""
    The breakout codes are those of the template.

    With several codes in the template this rule stands for `tag-breakout`; with one, `tag-breakout` expects
    it too.
    """#,
    "expect-offset": #"""
    The offsets lie in the range of the template.

    An offset counts the seconds since the start of the source's broadcast day. A film or a programme of a fixed
    hour keeps a part of the day; a channel needs all of it. Offsets beside a null CID are not judged.
    """#,
    "expect-ad-load": #"""
    The time without a tag of the channel is as long as the template expects.

    Advertising that is put in after the encoder brings no tag of the channel: none at all, null CIDs, or those of
    another source. Their minutes of an hour are all that tags show of the ad load; advertising within the channel's
    own watermark does not show. Half an hour has to be read.
    """#,
  ]
}
