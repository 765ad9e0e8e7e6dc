import ID3
import TestSupport

/// Makes random tags that conform to their version, with every kind of frame and flag.
struct TagGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func tag() -> ID3Tag {
    let version = pick([ID3Version.v22, .v23, .v24])
    let hasFooter = version == .v24 && chance(3)
    return ID3Tag(
      version: version,
      isUnsynchronised: chance(3),
      isExperimental: version != .v22 && chance(3),
      extendedHeader: version != .v22 && chance(3) ? extendedHeader(version) : nil,
      frames: (0..<number(0...6)).map { _ in frame(version) },
      paddingCount: !hasFooter && chance(2) ? number(0...300) : 0,
      hasFooter: hasFooter
    )
  }

  private mutating func extendedHeader(_ version: ID3Version) -> ID3ExtendedHeader {
    ID3ExtendedHeader(
      isUpdate: version == .v24 && chance(2),
      hasChecksum: chance(2),
      restrictions: version == .v24 && chance(2) ? byte() : nil
    )
  }

  // MARK: - Frames

  private mutating func frame(_ version: ID3Version) -> ID3Frame {
    var frame = content(version)
    guard version != .v22 else { return frame }
    for flag in [ID3FrameFlags.discardIfTagAltered, .discardIfFileAltered, .readOnly]
    where chance(4) {
      frame.flags.insert(flag)
    }
    if chance(4) { frame.groupID = byte() }
    if version == .v24, chance(3) { frame.flags.insert(.unsynchronised) }
    if chance(5) {
      frame.content = .transformed(transformed(version))
    } else if version == .v24, chance(3) {
      frame.flags.insert(.dataLengthIndicator)
    }
    return frame
  }

  private mutating func transformed(_ version: ID3Version) -> ID3TransformedData {
    let isCompressed = chance(2)
    let hasLength = version == .v23 ? isCompressed : chance(2)
    return ID3TransformedData(
      isCompressed: isCompressed,
      encryptionMethod: !isCompressed || chance(2) ? byte() : nil,
      originalLength: hasLength ? number(0...0x0fff_ffff) : nil,
      bytes: data()
    )
  }

  private mutating func content(_ version: ID3Version) -> ID3Frame {
    let encoding = pick(version == .v24 ? ID3TextEncoding.allCases : [.isoLatin1, .utf16])
    let isV22 = version == .v22
    func id(_ long: String, _ short: String) -> String { isV22 ? short : long }
    switch number(0...10) {
    case 0 where !isV22:
      return .priv(owner: latin1(), data: data())
    case 1:
      let values = (0..<number(1...3)).map { _ in text(encoding) }
      return ID3Frame(
        id: id("TIT2", "TT2"),
        content: .text(encoding: encoding, values: values)
      )
    case 2:
      let values = (0..<number(1...3)).map { _ in text(encoding) }
      return ID3Frame(
        id: id("TXXX", "TXX"),
        content: .userText(encoding: encoding, description: text(encoding), values: values)
      )
    case 3:
      return ID3Frame(id: id("WOAF", "WAF"), content: .url(latin1()))
    case 4:
      return ID3Frame(
        id: id("WXXX", "WXX"),
        content: .userURL(encoding: encoding, description: text(encoding), url: latin1())
      )
    case 5:
      return ID3Frame(
        id: id("COMM", "COM"),
        content: .comment(
          encoding: encoding,
          language: "eng",
          description: text(encoding),
          text: text(encoding)
        )
      )
    case 6:
      return ID3Frame(
        id: id("GEOB", "GEO"),
        content: .object(
          encoding: encoding,
          mimeType: latin1(),
          fileName: text(encoding),
          description: text(encoding),
          data: data()
        )
      )
    case 7:
      let picture = ID3Picture(
        encoding: encoding,
        mimeType: isV22 ? "JPG" : latin1(),
        type: byte(),
        description: text(encoding),
        data: data()
      )
      return ID3Frame(id: id("APIC", "PIC"), content: .picture(picture))
    case 8:
      return ID3Frame(
        id: id("UFID", "UFI"),
        content: .uniqueFileIdentifier(owner: latin1(), identifier: data())
      )
    case 9:
      let counter = chance(3) ? nil : random.next() >> UInt64(number(0...63))
      return ID3Frame(
        id: id("POPM", "POP"),
        content: .popularimeter(email: latin1(), rating: byte(), counter: counter)
      )
    default:
      return ID3Frame(id: id("XYZ1", "XY2"), content: .data([9] + data()))
    }
  }

  // MARK: - Values

  /// Random bytes, in which bytes that matter for unsynchronisation are frequent.
  private mutating func data() -> [UInt8] {
    (0..<number(0...200)).map { _ in chance(2) ? pick([0x00, 0xff, 0xe0, 0xdf]) : byte() }
  }

  private mutating func latin1() -> String {
    String(String.UnicodeScalarView((0..<number(0...40)).map { _ in Unicode.Scalar(latin1Byte()) }))
  }

  private mutating func latin1Byte() -> UInt8 {
    chance(4) ? pick([0xff, 0xe9, 0x0d, 0x0a]) : UInt8(number(1...255))
  }

  private mutating func text(_ encoding: ID3TextEncoding) -> String {
    guard encoding != .isoLatin1 else { return latin1() }
    let scalars: [Unicode.Scalar] = [
      "a", "\u{1}", "é", "\u{301}", "\u{feff}", "\u{ff00}", "€", "\u{ffff}", "🎧", "\u{10fffd}",
    ]
    return String(String.UnicodeScalarView((0..<number(0...20)).map { _ in pick(scalars) }))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...(elements.count - 1))]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

  private mutating func chance(_ oneIn: Int) -> Bool { number(1...oneIn) == 1 }
}
