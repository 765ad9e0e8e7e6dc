import NielsenTag
import TestSupport

/// Payload strings for text inputs.
enum SampleText {
  /// The payload of a synthetic tag.
  static func payload(_ index: Int) -> String {
    let tag = StreamBuilder.tag(index)
    let bytes = NielsenPayload.occurrences(in: tag).first.map { tag[$0] } ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
