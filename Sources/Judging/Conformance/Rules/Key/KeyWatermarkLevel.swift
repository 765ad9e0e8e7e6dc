struct KeyWatermarkLevel: KeyRule {
  static let title = "Level of a source: not judged"
  static let text = """
    A source keeps its level, Program Content or Final Distributor.

    A change of level means that a watermark was written over another.
    """
}
