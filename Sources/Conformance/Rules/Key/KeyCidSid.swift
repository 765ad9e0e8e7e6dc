struct KeyCidSid: KeyRule {
  static let text = """
    The source in a CID is the source of the watermarks.

    A CID that names another source gives that source the credit.
    """
}
