struct KeyCidTimestamp: KeyRule {
  static let title = "Time in the content id: not judged"
  static let text = """
    The time in a CID is the start of the broadcast day.

    A day that starts at the wrong hour, or ignores daylight saving time, shifts all credit.
    """
}
