/// The type of a box: four bytes, mostly letters (ISO/IEC 14496-12, 4.2).
package struct BoxType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A type written as its four letters.
  package init(stringLiteral value: StaticString) {
    rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether all four bytes are printable, or the © that some types of QuickTime start with.
  package var isPlausible: Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }

  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension BoxType {
  package static let fileType: BoxType = "ftyp"
  package static let segmentType: BoxType = "styp"
  package static let segmentIndex: BoxType = "sidx"
  package static let eventMessage: BoxType = "emsg"
  package static let mediaData: BoxType = "mdat"
  package static let movie: BoxType = "moov"
  package static let movieHeader: BoxType = "mvhd"
  package static let movieExtends: BoxType = "mvex"
  package static let trackExtends: BoxType = "trex"
  package static let track: BoxType = "trak"
  package static let trackHeader: BoxType = "tkhd"
  package static let edits: BoxType = "edts"
  package static let editList: BoxType = "elst"
  package static let media: BoxType = "mdia"
  package static let mediaHeader: BoxType = "mdhd"
  package static let handler: BoxType = "hdlr"
  package static let movieFragment: BoxType = "moof"
  package static let trackFragment: BoxType = "traf"
  package static let trackFragmentHeader: BoxType = "tfhd"
  package static let trackFragmentDecodeTime: BoxType = "tfdt"
  package static let trackRun: BoxType = "trun"
  package static let mediaInformation: BoxType = "minf"
  package static let sampleTable: BoxType = "stbl"
  package static let sampleDescription: BoxType = "stsd"
  package static let sampleSize: BoxType = "stsz"
  package static let eventTrackEntry: BoxType = "evte"
  package static let schemeList: BoxType = "silb"
  package static let eventInstance: BoxType = "emib"
  package static let noEvent: BoxType = "emeb"
}
