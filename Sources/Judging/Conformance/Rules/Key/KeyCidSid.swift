struct KeyCidSid: KeyRule {
  static let title = "Source in the content id: not judged"
  static let text = """
    The source in a CID is the source of the watermarks.

    A CID that names another source gives that source the credit.
    """
}
