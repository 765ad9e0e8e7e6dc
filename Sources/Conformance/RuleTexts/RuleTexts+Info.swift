// Written by `make rules` from the comments in Sources/Conformance/Rules: edit those.
extension RuleTexts {
  static let info: [String: String] = [
    "info-cids-null": #"""
    Both CIDs of an INFO tag are null.

    An INFO tag is about the inserter, not about a source. One that names a source is mistaken for a
    DATA tag.
    """#,
    "info-offsets-zero": #"""
    Both offsets of an INFO tag are 00000.

    An INFO tag is about the inserter, not about a source, so there is no broadcast day to count from.
    """#,
    "info-tag-times": #"""
    First and last time of an INFO tag are the same.

    In the only public INFO tag they are: it covers no audio. Others may differ, so this is only
    information.
    """#,
  ]
}
