/// Why bytes are not a tag, or why a value cannot be written as one.
public struct ID3Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error. More kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case notATag
      case compressedTag
      case unsupportedVersion
      case notInVersion
      case invalidFrameID
      case inconsistentFrame
      case unwritableText
      case tooLarge
    }

    private let kind: Kind

    /// The name of the member.
    public var description: String { kind.rawValue }

    /// Reading: the bytes do not start with a plausible header.
    public static let notATag = Code(kind: .notATag)
    /// Reading: a 2.2 tag with the compression flag, for which no method was ever specified.
    public static let compressedTag = Code(kind: .compressedTag)
    /// Writing: the version is not 2.2, 2.3 or 2.4.
    public static let unsupportedVersion = Code(kind: .unsupportedVersion)
    /// Writing: the version has no place for something in the value.
    public static let notInVersion = Code(kind: .notInVersion)
    /// Writing: a frame identifier does not have the length or the characters of the version.
    public static let invalidFrameID = Code(kind: .invalidFrameID)
    /// Writing: parts of a frame contradict each other, so it would not be read back the same.
    public static let inconsistentFrame = Code(kind: .inconsistentFrame)
    /// Writing: a string that its place or encoding cannot carry.
    public static let unwritableText = Code(kind: .unwritableText)
    /// Writing: a frame or the tag exceeds what its size field can say.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// The kind of error.
  public let code: Code
  /// The frame that could not be written; nil when the error is about the tag.
  public let frameID: String?
  /// The problem and its remedy.
  public let reason: String

  init(_ code: Code, frameID: String? = nil, _ reason: String) {
    self.code = code
    self.frameID = frameID
    self.reason = reason
  }

  /// Place, fault and remedy in one line.
  public var description: String {
    guard let frameID else { return "ID3 tag: \(reason)" }
    return "ID3 frame \(frameID): \(reason)"
  }
}

/// A fault in a tag that was still read.
///
/// More kinds may be added: compare with the members, and print ``description`` for the others.
public struct ID3Issue: Sendable, Hashable, CustomStringConvertible {
  private enum Kind: String {
    case truncatedTag = "the bytes end before the declared size"
    case truncatedFrame = "a frame is longer than the rest of the tag"
    case trailingGarbage = "bytes between the frames and the end are neither frame nor padding"
    case paddingBeforeFooter = "padding in a tag with a footer"
    case malformedFooter = "the footer is missing or differs from the header"
    case missingExtendedHeader = "the extended header is announced and not there"
    case malformedExtendedHeader = "the extended header is malformed"
    case checksumMismatch = "the checksum of the extended header does not fit the frames"
    case unknownFlags = "flags that the version does not define"
    case plainFrameSizes = "frame sizes are plain integers, the version asks for synchsafe ones"
    case emptyFrame = "a frame without content"
    case malformedFrame = "a frame does not have the fields of its kind"
    case privWithoutTerminator = "the owner of a PRIV frame is not terminated"
    case dataLengthMismatch = "a data length indicator differs from the length"
    case encodingNotInVersion = "a text encoding that the version does not define"
    case missingByteOrderMark = "UTF-16 without a byte order mark"
    case invalidText = "text that its encoding does not allow"
    case dataAfterTerminator = "bytes after the terminator of a frame's last string"
  }

  private let kind: Kind

  /// The problem, in a few words.
  public var description: String { kind.rawValue }

  /// The bytes given end before the declared size.
  public static let truncatedTag = ID3Issue(kind: .truncatedTag)
  /// A frame declares more bytes than are left; see ``ID3Tag/truncatedFrame``.
  public static let truncatedFrame = ID3Issue(kind: .truncatedFrame)
  /// Bytes after the frames that are neither a frame nor zeros; they are not kept.
  public static let trailingGarbage = ID3Issue(kind: .trailingGarbage)
  /// Padding although there is a footer (ID3v2.4.0 structure, section 3.3, forbids it).
  public static let paddingBeforeFooter = ID3Issue(kind: .paddingBeforeFooter)
  /// The footer is missing or does not repeat the header.
  public static let malformedFooter = ID3Issue(kind: .malformedFooter)
  /// The header's flag announces an extended header, but frames follow at once.
  public static let missingExtendedHeader = ID3Issue(kind: .missingExtendedHeader)
  /// A field of the extended header is wrong. Valid fields are used.
  public static let malformedExtendedHeader = ID3Issue(kind: .malformedExtendedHeader)
  /// The CRC of the extended header does not fit what it covers.
  public static let checksumMismatch = ID3Issue(kind: .checksumMismatch)
  /// Flags of the tag or of a frame that the version does not define; they are not kept.
  public static let unknownFlags = ID3Issue(kind: .unknownFlags)
  /// A 2.4 tag with frame sizes in the 2.3 manner: found by walking the frames both ways.
  public static let plainFrameSizes = ID3Issue(kind: .plainFrameSizes)
  /// A frame of size 0.
  public static let emptyFrame = ID3Issue(kind: .emptyFrame)
  /// A frame lacks fields of its kind; its content is kept as ``ID3Frame/Content/data(_:)``.
  public static let malformedFrame = ID3Issue(kind: .malformedFrame)
  /// A PRIV frame without NUL: all of it is the owner.
  public static let privWithoutTerminator = ID3Issue(kind: .privWithoutTerminator)
  /// A data length indicator, or decompressed size, that is wrong or not synchsafe.
  public static let dataLengthMismatch = ID3Issue(kind: .dataLengthMismatch)
  /// UTF-16BE or UTF-8 before version 2.4.
  public static let encodingNotInVersion = ID3Issue(kind: .encodingNotInVersion)
  /// UTF-16 text without a byte order mark; big-endian is taken.
  public static let missingByteOrderMark = ID3Issue(kind: .missingByteOrderMark)
  /// Text that its encoding does not allow; U+FFFD represents what could not be read.
  public static let invalidText = ID3Issue(kind: .invalidText)
  /// Bytes other than zeros after a frame's last string; they are not kept.
  public static let dataAfterTerminator = ID3Issue(kind: .dataAfterTerminator)
}

extension [ID3Issue] {
  /// Adds an issue once, so that hostile input cannot make the list long.
  mutating func note(_ issue: ID3Issue) {
    if !contains(issue) { append(issue) }
  }
}
