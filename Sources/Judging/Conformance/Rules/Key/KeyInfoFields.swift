struct KeyInfoFields: KeyRule {
  static let title = "Contents of INFO tags: not judged"
  static let text = """
    INFO tags name vendor, device, versions, audio codec and distributor.

    They help to find a faulty inserter.
    """
}
