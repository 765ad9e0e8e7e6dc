import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

extension RuleSettings {
  /// Settings with these values.
  init(_ values: [String: Double]) {
    self.init()
    self.values = values
  }
}

extension MadeTag {
  /// A DATA tag at this time, changed.
  static func data(
    time: Double? = 8,
    bytes change: (inout [UInt8]) -> Void = { _ in },
    content: (inout TagContent) -> Void = { _ in }
  ) throws -> TimedMetadataEvent {
    try one(.data, time, change, content)
  }

  /// An INFO tag at this time, changed.
  static func info(
    time: Double? = 10,
    bytes change: (inout [UInt8]) -> Void = { _ in },
    content: (inout TagContent) -> Void = { _ in }
  ) throws -> TimedMetadataEvent {
    try one(.info, time, change, content)
  }

  private static func one(
    _ kind: NielsenPayload.Kind,
    _ time: Double?,
    _ change: (inout [UInt8]) -> Void,
    _ alter: (inout TagContent) -> Void
  ) throws -> TimedMetadataEvent {
    var element = try #require(SyntheticTags(seed: 7).first { $0.kind == kind })
    alter(&element.content)
    var bytes = try element.content.tag()
    change(&bytes)
    return of(bytes: bytes, time: time)
  }

  /// DATA tags every ten seconds, each with its index.
  static func dataTags(
    _ count: Int,
    bytes change: (Int, inout [UInt8]) -> Void = { _, _ in },
    content alter: (Int, inout TagContent) -> Void = { _, _ in }
  ) throws -> [TimedMetadataEvent] {
    let elements = SyntheticTags(seed: 7).lazy.filter { $0.kind == .data }.prefix(count)
    return try elements.enumerated().map { index, element in
      var content = element.content
      content.sequence = UInt16(index + 1)
      alter(index, &content)
      var bytes = try content.tag()
      change(index, &bytes)
      return of(bytes: bytes, time: Double(8 + 10 * index))
    }
  }

  /// Eight DATA tags with wrong checksums, which do not follow the blob model.
  static func refuted() throws -> [TimedMetadataEvent] {
    try dataTags(8, bytes: { _, bytes in breakChecksum(&bytes) })
  }

  /// Changes a bit of the first encrypted block.
  static func breakChecksum(_ bytes: inout [UInt8]) {
    let position = TagEnvelope.header.count + PayloadField.watermark.offset + 20
    bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
  }

  /// The byte position, in a tag, of a payload field's character.
  static func position(_ field: PayloadField, _ character: Int = 0) -> Int {
    TagEnvelope.header.count + field.offset + character
  }

  /// A tag with the payload in a frame other than PRIV.
  static func withoutOwner(time: Double?) throws -> TimedMetadataEvent {
    try data(time: time, bytes: { $0.replaceSubrange(10..<14, with: Array("GEOB".utf8)) })
  }

  /// A non-Nielsen tag.
  static func other(time: Double?) -> TimedMetadataEvent {
    let frame = Array("TXXX".utf8) + [0, 0, 0, 5, 0, 0] + [3, 0x61, 0, 0x62, 0]
    return of(bytes: Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 15] + frame, time: time)
  }

  /// A payload found in a text input.
  static func text(line: Int) throws -> TimedMetadataEvent {
    let element = try #require(SyntheticTags(seed: 7).first { $0.kind == .data })
    let payload = try element.content.payload()
    return .tag(
      TimedTag(
        origin: .text(line: line),
        bytes: payload,
        tag: nil,
        nielsen: NielsenPayload(bytes: payload)
      )
    )
  }
}

extension TimedMetadataEvent {
  /// The tag of the event; nil for other events.
  var tag: TimedTag? {
    guard case .tag(let tag) = self else { return nil }
    return tag
  }

  /// A changed copy of a tag event.
  func with(_ change: (inout TimedTag) -> Void) -> TimedMetadataEvent {
    guard case .tag(var tag) = self else { return self }
    change(&tag)
    return .tag(tag)
  }
}

extension InputSummary {
  /// The summary of a playlist with these renditions and ends.
  static func playlist(_ ends: [(String, Double)], isLive: Bool = false) -> InputSummary {
    var summary = InputSummary(duration: ends.map(\.1).max(), streams: [], byteCount: 1)
    summary.renditions = ends.map { name, end in
      var rendition = RenditionSummary(name: name, uri: "\(name).m3u8")
      rendition.end = end
      return rendition
    }
    summary.media = [.transportStream]
    summary.playlist = PlaylistSummary(isLive: isLive)
    return summary
  }
}
