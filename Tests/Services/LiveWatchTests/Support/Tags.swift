import ID3
import NielsenTag
import TestSupport

@testable import TimedMetadata

/// Tags for tests.
enum Tags {
  /// A Nielsen tag. Tags with different indices have different bytes, and tags with different letters have different FD
  /// CIDs.
  static func data(
    _ index: Int,
    letter: Character = "o",
    rendition: String? = nil,
    program: Int? = 1,
    time: Double? = nil
  ) -> TimedTag {
    let text = String(decoding: StreamBuilder.payload(index), as: UTF8.self)
      .replacing("/oKGio6SlpqeoqaqrrK2urw==/", with: "/\(letter)KGio6SlpqeoqaqrrK2urw==/")
    return TimedTag(
      origin: .transportStream(TransportFacts()),
      program: program,
      pid: 258,
      rendition: rendition,
      pts: Int64(index) * 900_000,
      time: time ?? Double(index) * 10,
      bytes: TagEnvelope.header + Array(text.utf8) + TagEnvelope.trailer,
      tag: nil,
      nielsen: NielsenPayload(owner: text)
    )
  }
}
