struct KeyCidOffset: KeyRule {
  static let title = "Content id against offset: not judged"
  static let text = """
    The time in a CID and the offset together are the time of the watermarks.

    A wrong offset shifts the credit to another minute.
    """
}
