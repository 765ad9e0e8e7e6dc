// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let key: [String: String] = [
    "key-cid-sid": #"""
    The source in a CID is the source of the watermarks.

    A CID that names another source gives the credit to somebody else.
    """#,
    "key-cid-timestamp": #"""
    The time in a CID is the start of the broadcast day.

    A day that starts at the wrong hour, or ignores daylight saving, moves all that is heard.
    """#,
    "key-cid-offset": #"""
    The time in a CID and the offset together are the time of the watermarks.

    An offset that does not fit moves what is heard to another minute.
    """#,
    "key-watermark-time": #"""
    The times of the watermarks run evenly.

    A leap says that audio is missing, or comes from elsewhere.
    """#,
    "key-watermark-level": #"""
    A source keeps its level, Program Content or Final Distributor.

    A change of level says that a watermark was written over another.
    """#,
    "key-watermark-count": #"""
    Enough watermarks of each source and type are found.

    Few of them say that the watermark is weak.
    """#,
    "key-info-fields": #"""
    INFO tags name vendor, device, versions, audio codec and distributor.

    They are for finding the inserter that does something wrong.
    """#,
    "key-watermark-placement": #"""
    Tags stand at the watermarks in the audio that they were made from.

    A tag at another place credits what was heard before or after. Judging it takes a decoder of watermarks
    too.
    """#,
  ]
}
