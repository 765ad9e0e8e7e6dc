// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let expect: [String: String] = [
    "expect-sid": #"""
    The source identifiers are those of the template.

    A SID is encrypted within the CID, so only Nielsen can compare it. The template may hold it for
    information, and this rule is listed so that its absence is not mistaken for a pass.
    """#,
    "expect-cid": #"""
    The CIDs are those of the template.

    A source keeps its CID for a broadcast day. The template may say from when to when a CID is in
    use; the time of a tag is that of its own clock. Tags of a time that the template does not cover
    are not judged, nor are null CIDs. For two minutes before and after a change either day's CID
    passes. A tag whose offset shows that its day has just begun is not compared with a day that
    ends within the hour, because of daylight saving time.
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

    Renditions that were not read, or read for less than 30 s, are not judged. An audio-only variant
    counts as an audio rendition if the playlist lists it as one.
    """#,
    "expect-owners": #"""
    The owners of PRIV frames are those of the template.

    The template lists prefixes of owners: `www.nielsen.com/` matches all Nielsen tags. An owner
    that is not listed is reported, and so is a listed one without a tag in 30 s or more.
    """#,
    "expect-breakout": #"""
    The breakout codes are those of the template.

    With several codes in the template this rule replaces `tag-breakout`; with one, `tag-breakout`
    expects it too.
    """#,
    "expect-offset": #"""
    The offsets lie in the range of the template.

    An offset counts the seconds since the start of the source's broadcast day. A film, or a
    programme at a fixed hour, covers part of the day; a channel needs all of it. Offsets of a null
    CID are not judged.
    """#,
    "expect-ad-load": #"""
    The time without a tag of the channel is as long as the template expects.

    Advertising inserted after the encoder carries no tag of the channel: no tag, null CIDs, or
    those of another source. The ad load is measured by these minutes of an hour; advertising within
    the channel's own watermark is not seen. At least half an hour must be read.
    """#,
  ]
}
