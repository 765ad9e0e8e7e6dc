// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let key: [String: String] = [
    "key-cid-sid": #"""
    The source in a CID is the source of the watermarks.

    A CID that names another source gives that source the credit.
    """#,
    "key-cid-timestamp": #"""
    The time in a CID is the start of the broadcast day.

    A day that starts at the wrong hour, or ignores daylight saving time, shifts all credit.
    """#,
    "key-cid-offset": #"""
    The time in a CID and the offset together are the time of the watermarks.

    A wrong offset shifts the credit to another minute.
    """#,
    "key-watermark-time": #"""
    The times of the watermarks run evenly.

    A jump means that audio is missing, or comes from another source.
    """#,
    "key-watermark-level": #"""
    A source keeps its level, Program Content or Final Distributor.

    A change of level means that a watermark was written over another.
    """#,
    "key-watermark-count": #"""
    Enough watermarks of each source and type are found.

    A low count means that the watermark is weak.
    """#,
    "key-info-fields": #"""
    INFO tags name vendor, device, versions, audio codec and distributor.

    They help to find a faulty inserter.
    """#,
    "key-watermark-placement": #"""
    Tags are at the watermarks in the audio from which they were made.

    A tag at another position credits earlier or later audio. Judging it also needs a watermark
    decoder.
    """#,
  ]
}
