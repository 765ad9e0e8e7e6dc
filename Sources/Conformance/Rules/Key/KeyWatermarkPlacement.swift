/// Tags stand at the watermarks in the audio that they were made from.
///
/// A tag at another place credits what was heard before or after. Judging it takes a decoder of watermarks
/// too.
struct KeyWatermarkPlacement: KeyRule {
  static let reason = NotAssessed.needsWatermarkDecoder
}
