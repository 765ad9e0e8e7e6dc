import ID3
import NielsenTag

/// How a player with a partial ID3 parser searches a tag for PRIV frames. It reads the first ten bytes of each frame as
/// its header and the rest as its content, and ignores the frame flags.
struct FrameScan: Sendable, Hashable {
  /// How the player reads the four bytes of a frame size.
  enum Sizes: Sendable {
    /// The size is read as defined by the ID3 version of the tag.
    case ofVersion
    /// The size is read as seven bits of each byte, in every version: 950 bytes in version 2.3 become 438.
    case sevenBits
    /// In every version, all eight bits of each byte are combined (OR) with a shift of seven bits a byte: 310 bytes in
    /// version 2.3 become 182.
    case overlapping
  }

  enum ExtendedHeader: Sendable {
    /// The player skips ten bytes, which is right for an ID3v2.3 extended header without a checksum.
    case tenBytes
    /// The player skips the size of the extended header plus four bytes. It also reads bytes 16 to 19 of the tag as a
    /// number and subtracts this number from the tag's size.
    case sizeAndFour
  }

  let sizes: Sizes
  let extendedHeader: ExtendedHeader

  /// The scan of hls.js, in its package cml-id3. hls.js 1.5 and older read an extended header as a frame. A header of
  /// ten bytes becomes an empty frame. A header of another size also hides the frames after it.
  static let commonMediaLibrary = FrameScan(sizes: .sevenBits, extendedHeader: .tenBytes)
  static let shaka = FrameScan(sizes: .ofVersion, extendedHeader: .tenBytes)
  static let muxjs = FrameScan(sizes: .overlapping, extendedHeader: .sizeAndFour)

  struct Owner {
    let bytes: ArraySlice<UInt8>
    /// Whether the owner lacks its terminating zero byte.
    let isOpen: Bool
  }

  private static let headerSize = 10

  /// Returns the owners of PRIV frames in a tag, or in its first bytes, in order.
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

/// The results of two scans of a tag: one of all its bytes, and one of the bytes that the player reads.
struct ScannedFrames {
  /// The expected owner in the bytes that the player reads; nil if the scan does not find it.
  let owner: FrameScan.Owner?
  /// Whether the scan finds the owner when it reads all bytes of the tag.
  let isFoundInWhole: Bool
  /// Whether any PRIV frame in the bytes that the player reads has an unterminated owner.
  let hasOpenOwner: Bool
  /// Whether the owner is unterminated and therefore includes the bytes after it in the frame.
  let isOwnerLengthened: Bool

  /// Scans a tag. `joinsPES` is true if the player joins a tag that is split over several PES packets.
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
  /// The bytes of the Nielsen owner, without the data that follows an unterminated owner.
  var ownerBytes: [UInt8]? {
    guard let text = nielsen?.text else { return nil }
    let isOpen = tag.tag?.issues.contains(.privWithoutTerminator) ?? false
    return Array(text.utf8.prefix(isOpen ? NielsenPayload.byteCount : .max))
  }
}
