/// The shape of a frame's body. Identifiers of three characters are those of version 2.2.
enum FrameKind {
  case priv
  case text
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
    switch id {
    case "PRIV": self = .priv
    case "TXXX", "TXX": self = .userText
    case "WXXX", "WXX": self = .userURL
    case "COMM", "COM": self = .comment
    case "GEOB", "GEO": self = .object
    case "APIC", "PIC": self = .picture
    case "UFID", "UFI": self = .uniqueFileIdentifier
    case "POPM", "POP": self = .popularimeter
    default:
      switch id.utf8.first {
      case UInt8(ascii: "T"): self = .text
      case UInt8(ascii: "W"): self = .url
      default: self = .other
      }
    }
  }
}
