/// A splice descriptor (SCTE 35 2023, 10).
package enum SpliceDescriptor: Sendable, Hashable {
  /// `avail_descriptor`: `provider_avail_id`.
  case avail(UInt32)
  /// `DTMF_descriptor`: tenths of a second before the splice, and the tones.
  case tones(preroll: UInt8, String)
  case segmentation(SegmentationDescriptor)
  /// Any other: its tag and all bytes after the length, the identifier among them.
  case other(tag: UInt8, [UInt8])

  static let availTag: UInt8 = 0x00
  static let tonesTag: UInt8 = 0x01
  static let segmentationTag: UInt8 = 0x02

  /// `CUEI`: the descriptors of the standard.
  package static let identifier: [UInt8] = Array("CUEI".utf8)

  /// The descriptors of a loop. One that runs past the end is a fault; one whose fields do not fit is
  /// kept as bytes.
  static func list(_ bytes: ArraySlice<UInt8>) throws(SpliceFault) -> [SpliceDescriptor] {
    var found: [SpliceDescriptor] = []
    var cursor = ByteCursor(bytes)
    while cursor.remaining > 0 {
      let tag = try cursor.byte()
      let body = try cursor.slice(Int(try cursor.byte()))
      found.append(SpliceDescriptor(tag: tag, body))
    }
    return found
  }

  private init(tag: UInt8, _ body: ArraySlice<UInt8>) {
    self = .other(tag: tag, Array(body))
    guard body.starts(with: Self.identifier) else { return }
    let fields = body.dropFirst(Self.identifier.count)
    // A descriptor that differs from the standard stays in bytes: the rest of the section can be read.
    if let known = try? Self.known(tag: tag, fields) { self = known }
  }

  private static func known(
    tag: UInt8,
    _ fields: ArraySlice<UInt8>
  ) throws(SpliceFault) -> SpliceDescriptor? {
    var cursor = ByteCursor(fields)
    switch tag {
    case availTag: return .avail(try cursor.uint32())
    case tonesTag:
      let preroll = try cursor.byte()
      let tones = try cursor.slice(Int(try cursor.byte() >> 5))
      guard tones.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
      return .tones(preroll: preroll, String(decoding: tones, as: UTF8.self))
    case segmentationTag: return .segmentation(try SegmentationDescriptor(parsing: &cursor))
    default: return nil
    }
  }

  /// The bytes of the descriptor.
  var encoded: [UInt8] {
    var body: [UInt8]
    let tag: UInt8
    switch self {
    case .avail(let id):
      (tag, body) = (Self.availTag, Self.identifier)
      body.append(UInt64(id), bytes: 4)
    case .tones(let preroll, let tones):
      let tones = Array(tones.utf8.prefix(7))
      (tag, body) = (Self.tonesTag, Self.identifier)
      body += [preroll, UInt8(tones.count) << 5 | 0x1F] + tones
    case .segmentation(let segmentation):
      (tag, body) = (Self.segmentationTag, Self.identifier + segmentation.encoded)
    case .other(let other, let bytes): (tag, body) = (other, bytes)
    }
    return [tag, UInt8(truncatingIfNeeded: body.count)] + body.prefix(255)
  }
}
