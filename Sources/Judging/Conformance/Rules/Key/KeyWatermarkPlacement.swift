struct KeyWatermarkPlacement: KeyRule {
  static let title = "Tags against watermarks: not judged"
  static let text = """
    Tags are at the watermarks in the audio from which they were made.

    A tag at another position credits earlier or later audio. Judging it also needs a watermark
    decoder.
    """
  static let reason = NotAssessed.needsWatermarkDecoder
}
