/// A descriptor of a program or an elementary stream (ISO/IEC 13818-1, 2.6).
public struct Descriptor: Sendable, Hashable {
  /// `descriptor_tag`.
  public var tag: UInt8
  /// The bytes after tag and length, at most 255.
  public var body: [UInt8]

  /// `registration_descriptor` (2.6.8).
  public static let registrationTag: UInt8 = 0x05
  /// `metadata_pointer_descriptor` (2.6.58).
  public static let metadataPointerTag: UInt8 = 0x25
  /// `metadata_descriptor` (2.6.60).
  public static let metadataTag: UInt8 = 0x26

  /// `ID3 `, the identifier of ID3 in registration, metadata pointer and metadata descriptors.
  public static let id3Identifier: [UInt8] = [0x49, 0x44, 0x33, 0x20]

  /// A registration descriptor with the identifier `ID3 `.
  public static let id3Registration = Descriptor(tag: registrationTag, body: id3Identifier)

  /// The registration that SCTE 35 (8.1) requires in the program loop.
  package static let spliceRegistration = Descriptor(tag: registrationTag, body: Array("CUEI".utf8))

  /// The metadata pointer that Apple's specification requires in the program loop.
  public static func id3MetadataPointer(programNumber: UInt16, serviceID: UInt8 = 0) -> Descriptor {
    Descriptor(
      tag: metadataPointerTag,
      body: [0xFF, 0xFF] + id3Identifier + [0xFF] + id3Identifier
        + [serviceID, 0x1F, UInt8(programNumber >> 8), UInt8(programNumber & 0xFF)]
    )
  }

  /// The metadata descriptor that Apple's specification requires in the loop of the ID3 stream.
  public static func id3Metadata(serviceID: UInt8 = 0) -> Descriptor {
    Descriptor(
      tag: metadataTag,
      body: [0xFF, 0xFF] + id3Identifier + [0xFF] + id3Identifier + [serviceID, 0x0F]
    )
  }

  /// Whether the descriptor declares that its elementary stream carries ID3: a registration of `ID3 `, or a metadata
  /// descriptor (or a misplaced metadata pointer) with the format identifier `ID3 `.
  public var declaresID3: Bool {
    switch tag {
    case Self.registrationTag: return body.starts(with: Self.id3Identifier)
    case Self.metadataTag, Self.metadataPointerTag:
      return metadataFormatIdentifier == Self.id3Identifier
    default: return false
    }
  }

  /// `metadata_format_identifier` of a metadata or metadata pointer descriptor: four bytes; nil if there is none. It
  /// follows an application format identifier if `metadata_application_format` is 0xFFFF.
  public var metadataFormatIdentifier: [UInt8]? {
    guard tag == Self.metadataTag || tag == Self.metadataPointerTag, body.count >= 3 else {
      return nil
    }
    let format = body[0] == 0xFF && body[1] == 0xFF ? 6 : 2
    guard body.count >= format + 5, body[format] == 0xFF else { return nil }
    return Array(body[(format + 1)..<(format + 5)])
  }

  var encoded: [UInt8] { [tag, UInt8(truncatingIfNeeded: body.count)] + body }

  /// Reads a descriptor loop. A descriptor that extends past the end is dropped, and ends the list.
  static func list(_ bytes: ArraySlice<UInt8>) -> [Descriptor] {
    var found: [Descriptor] = []
    var rest = bytes
    while rest.count >= 2 {
      let tag = rest[rest.startIndex]
      let length = Int(rest[rest.startIndex + 1])
      rest = rest.dropFirst(2)
      guard length <= rest.count else { break }
      found.append(Descriptor(tag: tag, body: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return found
  }
}
