struct KeyWatermarkCount: KeyRule {
  static let title = "Number of watermarks: not judged"
  static let text = """
    Enough watermarks of each source and type are found.

    A low count means that the watermark is weak.
    """
}
