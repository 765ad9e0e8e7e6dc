/// One frame of a tag (ID3v2.4.0 structure, section 4).
///
/// ```
///  version 2.2      +----------+------------+---------+
///                   | id (3)   | size (3)   | body    |
///                   +----------+------------+---------+
///  versions 2.3,    +----------+------------+---------+-------------------------+---------+
///  2.4              | id (4)   | size (4)   | flags(2)| group, method, length   | body    |
///                   +----------+------------+---------+-------------------------+---------+
///                                                     |<- as the flags say ---->|
///                                                     |<-------- size: plain in 2.3, ---->|
///                                                               synchsafe in 2.4
/// ```
public struct ID3Frame: Sendable, Hashable {
  /// The identifier: four characters (three in version 2.2), each `A` to `Z` or `0` to `9`.
  public var id: String
  /// The flags, in a form that does not depend on the version.
  public var flags: ID3FrameFlags
  /// The group of the frame, registered by a GRID frame; nil if the frame has no group.
  public var groupID: UInt8?
  /// The content of the frame's body.
  public var content: Content

  /// Creates a frame without checking it: ``ID3Tag/encoded()`` throws if it cannot be written.
  public init(
    id: String,
    flags: ID3FrameFlags = [],
    groupID: UInt8? = nil,
    content: Content
  ) {
    self.id = id
    self.flags = flags
    self.groupID = groupID
    self.content = content
  }

  /// A PRIV frame (ID3v2.4.0 frames, section 4.27).
  public static func priv(owner: String, data: [UInt8]) -> ID3Frame {
    ID3Frame(id: "PRIV", content: .priv(owner: owner, data: data))
  }

  /// The content of a frame, in a form that depends on its identifier. Strings contain no NUL, except languages and the
  /// picture formats of version 2.2.
  public enum Content: Sendable, Hashable {
    /// PRIV: data that belongs to the program named by `owner`, an ISO-8859-1 string.
    case priv(owner: String, data: [UInt8])
    /// One or more strings. Used for all identifiers that start with `T` except TXXX and TXX, and for those that start
    /// with `X`, `Y` or `Z` if the body is an encoding and printable text.
    case text(encoding: ID3TextEncoding, values: [String])
    /// TXXX, TXX: one or more strings with a description.
    case userText(encoding: ID3TextEncoding, description: String, values: [String])
    /// An ISO-8859-1 URL. Used for all identifiers that start with `W` except WXXX and WXX.
    case url(String)
    /// WXXX, WXX: an ISO-8859-1 URL with a description.
    case userURL(encoding: ID3TextEncoding, description: String, url: String)
    /// COMM, COM: a comment. `language` has three ISO-8859-1 characters, normally an ISO 639-2 code.
    case comment(encoding: ID3TextEncoding, language: String, description: String, text: String)
    /// GEOB, GEO: a file. `mimeType` is ISO-8859-1.
    case object(
      encoding: ID3TextEncoding,
      mimeType: String,
      fileName: String,
      description: String,
      data: [UInt8]
    )
    /// APIC, PIC: a picture.
    case picture(ID3Picture)
    /// UFID, UFI: an identifier in the database named by `owner`, an ISO-8859-1 string.
    case uniqueFileIdentifier(owner: String, identifier: [UInt8])
    /// POPM, POP: a rating from 1 (worst) to 255 (best), 0 if unknown, and an optional play counter.
    case popularimeter(email: String, rating: UInt8, counter: UInt64?)
    /// Compressed or encrypted content of a frame with any identifier, as stored.
    case transformed(ID3TransformedData)
    /// The body of a frame of any other kind, or of a frame that lacks the fields of its kind.
    case data([UInt8])
  }
}

/// The flags of a frame. Versions 2.3 and 2.4 store them in different bits (ID3v2.4.0 structure, section 4.1).
public struct ID3FrameFlags: OptionSet, Sendable, Hashable {
  /// The flags as bits. Tags store the flags in other bits.
  public let rawValue: UInt8

  /// Creates a set of flags from the bits of ``rawValue``.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Software that does not know the frame must remove the frame when changing the tag (2.3, 2.4).
  public static let discardIfTagAltered = ID3FrameFlags(rawValue: 1)
  /// Software that does not know the frame must remove the frame when changing the file (2.3, 2.4).
  public static let discardIfFileAltered = ID3FrameFlags(rawValue: 2)
  /// The frame must not be changed (2.3, 2.4).
  public static let readOnly = ID3FrameFlags(rawValue: 4)
  /// The frame is unsynchronised (2.4).
  public static let unsynchronised = ID3FrameFlags(rawValue: 8)
  /// The length of the body precedes the body (2.4). Do not set this flag for transformed content, which has
  /// ``ID3TransformedData/originalLength``.
  public static let dataLengthIndicator = ID3FrameFlags(rawValue: 16)
}

/// The structure of a frame's body. Identifiers of three characters belong to version 2.2.
enum FrameKind {
  case priv
  case text
  /// A frame for experiments (ID3v2.4.0 structure, section 4). Its body may have the fields of a text frame.
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
    // Distinguishes by the first letter, because this is called for every frame and comparing strings is slow.
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

/// The bits of a frame's flags (ID3v2.3.0, section 3.3.1; ID3v2.4.0 structure, section 4.1).
struct FrameFlagBits {
  let discardIfTagAltered: UInt16
  let discardIfFileAltered: UInt16
  let readOnly: UInt16
  let group: UInt16
  let compression: UInt16
  let encryption: UInt16
  let unsynchronisation: UInt16
  let dataLength: UInt16

  /// The bits of a major version. All are 0 in version 2.2, which has no flags.
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

  var defined: UInt16 {
    pairs.reduce(group | compression | encryption) { $0 | $1.bit }
  }

  /// The flags that ``ID3FrameFlags`` also has. A bit of 0 means that the version lacks the flag.
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

/// The content of an APIC frame (ID3v2.4.0 frames, section 4.14), or PIC in version 2.2.
public struct ID3Picture: Sendable, Hashable {
  /// The encoding of the description.
  public var encoding: ID3TextEncoding
  /// The MIME type in ISO-8859-1; in version 2.2 a format of three characters such as `JPG`.
  public var mimeType: String
  /// The type of the picture: 0 for other, 3 for the front cover and so on.
  public var type: UInt8
  /// A short description of the picture.
  public var description: String
  /// The picture file, which is not decoded.
  public var data: [UInt8]

  /// The size of the picture file in bytes.
  public var byteCount: Int { data.count }

  /// Creates the content of a picture frame.
  public init(
    encoding: ID3TextEncoding,
    mimeType: String,
    type: UInt8,
    description: String,
    data: [UInt8]
  ) {
    self.encoding = encoding
    self.mimeType = mimeType
    self.type = type
    self.description = description
    self.data = data
  }
}

/// The body of a compressed or encrypted frame, as stored (ID3v2.4.0 structure, section 4.1.2).
public struct ID3TransformedData: Sendable, Hashable {
  /// Whether the compression flag is set. The method is zlib, and compression comes before encryption.
  public var isCompressed: Bool
  /// The encryption method, registered by an ENCR frame; nil if the encryption flag is not set.
  public var encryptionMethod: UInt8?
  /// The size in bytes before compression and encryption, as the frame declares it.
  ///
  /// In version 2.3 exactly the compressed frames declare a size. In version 2.4 the size is the data length indicator.
  /// Nil if the frame declares no size.
  public var originalLength: Int?
  /// The compressed or encrypted bytes.
  public var bytes: [UInt8]

  /// Creates a body. It must be compressed, encrypted, or both.
  public init(
    isCompressed: Bool,
    encryptionMethod: UInt8?,
    originalLength: Int?,
    bytes: [UInt8]
  ) {
    self.isCompressed = isCompressed
    self.encryptionMethod = encryptionMethod
    self.originalLength = originalLength
    self.bytes = bytes
  }
}
