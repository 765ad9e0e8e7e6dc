struct KeyWatermarkTime: KeyRule {
  static let title = "Times of the watermarks: not judged"
  static let text = """
    The times of the watermarks run evenly.

    A jump means that audio is missing, or comes from another source.
    """
}
