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
  /// The identifier: four characters of `A` to `Z` and `0` to `9`, three in version 2.2.
  public var id: String
  /// The flags, in a form that does not depend on the version.
  public var flags: ID3FrameFlags
  /// The group that the frame belongs to, as a GRID frame registers it; nil without a group.
  public var groupID: UInt8?
  /// The content of the frame.
  public var content: Content

  /// Makes a frame.
  ///
  /// Nothing is checked here: ``ID3Tag/encoded()`` says what cannot be written.
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

  /// Makes a PRIV frame (ID3v2.4.0 frames, section 4.27).
  public static func priv(owner: String, data: [UInt8]) -> ID3Frame {
    ID3Frame(id: "PRIV", content: .priv(owner: owner, data: data))
  }

  /// The content of a frame, by its identifier. Strings never contain a NUL.
  public enum Content: Sendable, Hashable {
    /// PRIV: data that belongs to the program named by `owner`, an ISO-8859-1 string.
    case priv(owner: String, data: [UInt8])
    /// All identifiers that start with `T`, but TXXX and TXX: one or more strings. Also those that start with
    /// `X`, `Y` or `Z`, where their body is an encoding and printable text.
    case text(encoding: ID3TextEncoding, values: [String])
    /// TXXX, TXX: one or more strings under a description.
    case userText(encoding: ID3TextEncoding, description: String, values: [String])
    /// All identifiers that start with `W`, but WXXX and WXX: an ISO-8859-1 URL.
    case url(String)
    /// WXXX, WXX: an ISO-8859-1 URL under a description.
    case userURL(encoding: ID3TextEncoding, description: String, url: String)
    /// COMM, COM: a comment. `language` has three ISO-8859-1 characters, by rule of ISO 639-2.
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
    /// POPM, POP: rating 1 (worst) to 255 (best), 0 unknown, and a play counter if there is one.
    case popularimeter(email: String, rating: UInt8, counter: UInt64?)
    /// Compressed or encrypted content of any identifier, kept as it is.
    case transformed(ID3TransformedData)
    /// The body of any other frame, and of one that does not have the fields of its kind.
    case data([UInt8])
  }
}

/// The flags of a frame, which versions 2.3 and 2.4 keep in different bits
/// (ID3v2.4.0 structure, section 4.1).
public struct ID3FrameFlags: OptionSet, Sendable, Hashable {
  /// The bits; their places are those of this type, not of a tag.
  public let rawValue: UInt8

  /// Makes a set from the bits of this type.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// To be dropped by software that does not know the frame and changes the tag (2.3, 2.4).
  public static let discardIfTagAltered = ID3FrameFlags(rawValue: 1)
  /// To be dropped by software that does not know the frame and changes the file (2.3, 2.4).
  public static let discardIfFileAltered = ID3FrameFlags(rawValue: 2)
  /// Not to be changed (2.3, 2.4).
  public static let readOnly = ID3FrameFlags(rawValue: 4)
  /// Unsynchronisation was applied to this frame (2.4).
  public static let unsynchronised = ID3FrameFlags(rawValue: 8)
  /// The length of the body comes before it (2.4). For transformed content leave it away:
  /// ``ID3TransformedData/originalLength`` says it.
  public static let dataLengthIndicator = ID3FrameFlags(rawValue: 16)
}
