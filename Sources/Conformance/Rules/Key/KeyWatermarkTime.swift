struct KeyWatermarkTime: KeyRule {
  static let text = """
    The times of the watermarks run evenly.

    A jump means that audio is missing, or comes from another source.
    """
}
