/// Where versions 2.3 and 2.4 keep the flags of a frame (ID3v2.3.0, section 3.3.1; ID3v2.4.0
/// structure, section 4.1).
struct FrameFlagBits {
  let discardIfTagAltered: UInt16
  let discardIfFileAltered: UInt16
  let readOnly: UInt16
  let group: UInt16
  let compression: UInt16
  let encryption: UInt16
  let unsynchronisation: UInt16
  let dataLength: UInt16

  /// The places of a major version; version 2.2 has no flags.
  init(major: UInt8) {
    switch major {
    case 2: self.init(0, 0, 0, 0, 0, 0, 0, 0)
    case 3: self.init(0x8000, 0x4000, 0x2000, 0x0020, 0x0080, 0x0040, 0, 0)
    default: self.init(0x4000, 0x2000, 0x1000, 0x0040, 0x0008, 0x0004, 0x0002, 0x0001)
    }
  }

  private init(
    _ discardIfTagAltered: UInt16,
    _ discardIfFileAltered: UInt16,
    _ readOnly: UInt16,
    _ group: UInt16,
    _ compression: UInt16,
    _ encryption: UInt16,
    _ unsynchronisation: UInt16,
    _ dataLength: UInt16
  ) {
    self.discardIfTagAltered = discardIfTagAltered
    self.discardIfFileAltered = discardIfFileAltered
    self.readOnly = readOnly
    self.group = group
    self.compression = compression
    self.encryption = encryption
    self.unsynchronisation = unsynchronisation
    self.dataLength = dataLength
  }

  /// All flags that the version defines.
  var defined: UInt16 {
    pairs.reduce(group | compression | encryption) { $0 | $1.bit }
  }

  /// The flags that mean the same in every frame. A bit of 0 is not in the version.
  var pairs: [(bit: UInt16, flag: ID3FrameFlags)] {
    [
      (discardIfTagAltered, .discardIfTagAltered),
      (discardIfFileAltered, .discardIfFileAltered),
      (readOnly, .readOnly),
      (unsynchronisation, .unsynchronised),
      (dataLength, .dataLengthIndicator),
    ]
  }
}
