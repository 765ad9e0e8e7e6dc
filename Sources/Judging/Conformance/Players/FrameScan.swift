import ID3
import NielsenTag

/// How a player that reads a part of ID3 finds the PRIV frames of a tag: it takes ten bytes for the header of each frame, and
/// all bytes after them for the content, whatever the flags of the frame say.
struct FrameScan: Sendable, Hashable {
  /// How it reads the four bytes of a size.
  enum Sizes: Sendable {
    /// As the version of the tag has it.
    case ofVersion
    /// Seven bits of each byte, in every version: 950 bytes of version 2.3 become 438.
    case sevenBits
    /// Bytes at seven bits from one another, with all eight bits, in every version: 310 bytes of version 2.3 become 182.
    case overlapping
  }

  /// How it steps over an extended header.
  enum ExtendedHeader: Sendable {
    /// As if it had ten bytes, which it has in version 2.3 without a checksum.
    case tenBytes
    /// By its size, and four bytes more; it also subtracts bytes 16 to 19 of the tag from the tag's size.
    case sizeAndFour
  }

  let sizes: Sizes
  let extendedHeader: ExtendedHeader

  /// hls.js, by the package cml-id3. Up to 1.5 it reads an extended header as a frame: one of ten bytes is a frame
  /// without content then, and others hide the frames as well.
  static let commonMediaLibrary = FrameScan(sizes: .sevenBits, extendedHeader: .tenBytes)
  static let shaka = FrameScan(sizes: .ofVersion, extendedHeader: .tenBytes)
  static let muxjs = FrameScan(sizes: .overlapping, extendedHeader: .sizeAndFour)

  /// The owner of a PRIV frame.
  struct Owner {
    let bytes: ArraySlice<UInt8>
    /// Whether no zero byte ends it.
    let isOpen: Bool
  }

  private static let headerSize = 10

  /// The owners that it finds in a tag, or in the first bytes of one, in their order.
  func owners(in tag: ArraySlice<UInt8>) -> [Owner] {
    let bytes = Array(tag)
    guard bytes.count > 2 * Self.headerSize else { return [] }
    let majorVersion = bytes[3]
    var position = Self.headerSize
    var end = position + size(bytes[6..<10], majorVersion: 4)
    if bytes[5] & 0x40 != 0 {
      switch extendedHeader {
      case .tenBytes: (position, end) = (position + 10, end + 10)
      case .sizeAndFour:
        position += 4 + size(bytes[10..<14], majorVersion: 4)
        end -= size(bytes[16..<20], majorVersion: 4)
      }
    }
    var owners: [Owner] = []
    while position + Self.headerSize < min(end, bytes.count) {
      let size = size(bytes[position + 4..<position + 8], majorVersion: majorVersion)
      let start = position + Self.headerSize
      let content = bytes[start..<min(start + size, bytes.count)]
      if bytes[position..<position + 4].elementsEqual("PRIV".utf8), content.count > 1 {
        let owner = content.prefix { $0 != 0 }
        owners.append(Owner(bytes: owner, isOpen: owner.count == content.count))
      }
      position = start + size
    }
    return owners
  }

  private func size(_ bytes: ArraySlice<UInt8>, majorVersion: UInt8) -> Int {
    switch sizes {
    case .ofVersion where majorVersion < 4: bytes.reduce(0) { $0 << 8 | Int($1) }
    case .ofVersion, .sevenBits: bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    case .overlapping: bytes.reduce(0) { $0 << 7 | Int($1) }
    }
  }
}

/// What a scan finds of a tag: in all its bytes, and in those that a player reads.
struct ScannedFrames {
  /// The owner of the tag that the scan finds in the bytes that are read; nil: it finds another or none.
  let owner: FrameScan.Owner?
  /// Whether it finds the owner in all bytes of the tag.
  let isFoundInWhole: Bool
  /// Whether the owner of any PRIV frame in the bytes that are read has no zero byte.
  let hasOpenOwner: Bool
  /// Whether bytes follow the owner up to the end of a frame without zero byte.
  let isOwnerLengthened: Bool

  /// Scans a tag. `joinsPES`: the player puts the parts of a tag over several PES packets together.
  init(_ tag: CheckedTag, by scan: FrameScan, joinsPES: Bool) {
    let bytes = tag.tag.bytes[...]
    let facts = tag.tag.transport
    let isSplit = !joinsPES && facts.map { $0.pesCount > 1 } ?? false
    let first = isSplit ? facts?.bytesInFirstPES : nil
    let whole = scan.owners(in: bytes)
    let read = first.map { scan.owners(in: bytes.prefix($0)) } ?? whole
    hasOpenOwner = read.contains(where: \.isOpen)
    let expected = tag.ownerBytes
    func isExpected(_ owner: FrameScan.Owner) -> Bool {
      expected.map { owner.isOpen ? owner.bytes.starts(with: $0) : owner.bytes == $0[...] } ?? false
    }
    let owner = read.first(where: isExpected)
    self.owner = owner
    isOwnerLengthened = owner.map { $0.bytes.count > expected?.count ?? 0 } ?? false
    isFoundInWhole = whole.contains(where: isExpected)
  }
}

extension CheckedTag {
  /// The bytes of the Nielsen owner as it was meant: without what follows it in a frame without zero byte.
  var ownerBytes: [UInt8]? {
    guard let text = nielsen?.text else { return nil }
    let isOpen = tag.tag?.issues.contains(.privWithoutTerminator) ?? false
    return Array(text.utf8.prefix(isOpen ? NielsenPayload.byteCount : .max))
  }
}
