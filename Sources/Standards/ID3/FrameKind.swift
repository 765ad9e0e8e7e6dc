/// The shape of a frame's body. Identifiers of three characters are those of version 2.2.
enum FrameKind {
  case priv
  case text
  /// Identifiers for experiments (ID3v2.4.0 structure, section 4): many have the fields of a text frame.
  case experimental
  case userText
  case url
  case userURL
  case comment
  case object
  case picture
  case uniqueFileIdentifier
  case popularimeter
  case other

  init(id: String) {
    // By first letter, because this is asked for every frame and comparing strings takes time.
    switch id.utf8.first {
    case UInt8(ascii: "T"): self = id == "TXXX" || id == "TXX" ? .userText : .text
    case UInt8(ascii: "W"): self = id == "WXXX" || id == "WXX" ? .userURL : .url
    case UInt8(ascii: "P"):
      switch id {
      case "PRIV": self = .priv
      case "POPM", "POP": self = .popularimeter
      case "PIC": self = .picture
      default: self = .other
      }
    case UInt8(ascii: "A"): self = id == "APIC" ? .picture : .other
    case UInt8(ascii: "C"): self = id == "COMM" || id == "COM" ? .comment : .other
    case UInt8(ascii: "G"): self = id == "GEOB" || id == "GEO" ? .object : .other
    case UInt8(ascii: "U"): self = id == "UFID" || id == "UFI" ? .uniqueFileIdentifier : .other
    case UInt8(ascii: "X"), UInt8(ascii: "Y"), UInt8(ascii: "Z"): self = .experimental
    default: self = .other
    }
  }
}
