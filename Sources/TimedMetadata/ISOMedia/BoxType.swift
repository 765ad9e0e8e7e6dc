/// The type of a box: four bytes, mostly letters (ISO/IEC 14496-12, 4.2).
struct BoxType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A type written as its four letters.
  init(stringLiteral value: StaticString) {
    rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether all four bytes are printable, or the © that some types of QuickTime start with.
  var isPlausible: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension BoxType {
  static let fileType: BoxType = "ftyp"
  static let segmentType: BoxType = "styp"
  static let segmentIndex: BoxType = "sidx"
  static let eventMessage: BoxType = "emsg"
  static let mediaData: BoxType = "mdat"
  static let movie: BoxType = "moov"
  static let movieHeader: BoxType = "mvhd"
  static let movieExtends: BoxType = "mvex"
  static let trackExtends: BoxType = "trex"
  static let track: BoxType = "trak"
  static let trackHeader: BoxType = "tkhd"
  static let edits: BoxType = "edts"
  static let editList: BoxType = "elst"
  static let media: BoxType = "mdia"
  static let mediaHeader: BoxType = "mdhd"
  static let handler: BoxType = "hdlr"
  static let movieFragment: BoxType = "moof"
  static let trackFragment: BoxType = "traf"
  static let trackFragmentHeader: BoxType = "tfhd"
  static let trackFragmentDecodeTime: BoxType = "tfdt"
  static let trackRun: BoxType = "trun"
}
