/// Why bytes are not a tag, or why a value cannot be written as one.
public struct ID3Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error. New kinds may be added.
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

    /// The name of the code.
    public var description: String { kind.rawValue }

    /// Reading: the bytes do not start with a plausible header.
    public static let notATag = Code(kind: .notATag)
    /// Reading: a 2.2 tag with the compression flag, whose method was never specified.
    public static let compressedTag = Code(kind: .compressedTag)
    /// Writing: the version is not 2.2, 2.3 or 2.4.
    public static let unsupportedVersion = Code(kind: .unsupportedVersion)
    /// Writing: the version cannot represent a part of the value.
    public static let notInVersion = Code(kind: .notInVersion)
    /// Writing: a frame identifier does not have the length or the characters that the version requires.
    public static let invalidFrameID = Code(kind: .invalidFrameID)
    /// Writing: parts of a frame contradict each other, so it would not read back the same.
    public static let inconsistentFrame = Code(kind: .inconsistentFrame)
    /// Writing: a string that its field or encoding cannot represent.
    public static let unwritableText = Code(kind: .unwritableText)
    /// Writing: a frame or the tag is larger than its size field allows.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// The kind of error.
  public let code: Code
  /// The frame that could not be written; nil when the error is about the whole tag.
  public let frameID: String?
  /// The problem, and what to do about it.
  public let reason: String

  init(_ code: Code, frameID: String? = nil, _ reason: String) {
    self.code = code
    self.frameID = frameID
    self.reason = reason
  }

  /// The frame, the problem and the remedy in one line.
  public var description: String {
    guard let frameID else { return "ID3 tag: \(reason)" }
    return "ID3 frame \(frameID): \(reason)"
  }
}

/// A fault in a tag that could be read nevertheless.
///
/// New kinds may be added: compare with the known ones, and print ``description`` for the others.
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

  /// The bytes end before the declared size of the tag.
  public static let truncatedTag = ID3Issue(kind: .truncatedTag)
  /// A frame declares more bytes than are left; see ``ID3Tag/truncatedFrame``.
  public static let truncatedFrame = ID3Issue(kind: .truncatedFrame)
  /// The bytes after the frames are neither frames nor zeros; they are not kept.
  public static let trailingGarbage = ID3Issue(kind: .trailingGarbage)
  /// There is padding before a footer, which ID3v2.4.0 structure, section 3.3, forbids.
  public static let paddingBeforeFooter = ID3Issue(kind: .paddingBeforeFooter)
  /// The footer is missing or does not repeat the header.
  public static let malformedFooter = ID3Issue(kind: .malformedFooter)
  /// The header announces an extended header, but frames follow at once.
  public static let missingExtendedHeader = ID3Issue(kind: .missingExtendedHeader)
  /// A field of the extended header is not valid. The valid fields are used.
  public static let malformedExtendedHeader = ID3Issue(kind: .malformedExtendedHeader)
  /// The CRC in the extended header does not match the bytes that it covers.
  public static let checksumMismatch = ID3Issue(kind: .checksumMismatch)
  /// The tag or a frame has flags that the version does not define; they are not kept.
  public static let unknownFlags = ID3Issue(kind: .unknownFlags)
  /// A 2.4 tag has frame sizes in the form of version 2.3, detected by trying both forms.
  public static let plainFrameSizes = ID3Issue(kind: .plainFrameSizes)
  /// A frame has size 0.
  public static let emptyFrame = ID3Issue(kind: .emptyFrame)
  /// A frame lacks fields of its kind. Its content is kept as ``ID3Frame/Content/data(_:)``.
  public static let malformedFrame = ID3Issue(kind: .malformedFrame)
  /// A PRIV frame has no NUL: all of it is the owner.
  public static let privWithoutTerminator = ID3Issue(kind: .privWithoutTerminator)
  /// A data length indicator or decompressed size is wrong or not synchsafe.
  public static let dataLengthMismatch = ID3Issue(kind: .dataLengthMismatch)
  /// A tag before version 2.4 has UTF-16BE or UTF-8 text.
  public static let encodingNotInVersion = ID3Issue(kind: .encodingNotInVersion)
  /// UTF-16 text has no byte order mark; it is read as big-endian.
  public static let missingByteOrderMark = ID3Issue(kind: .missingByteOrderMark)
  /// Text is not valid in its encoding; U+FFFD replaces what could not be decoded.
  public static let invalidText = ID3Issue(kind: .invalidText)
  /// Bytes other than zeros follow the last string of a frame; they are not kept.
  public static let dataAfterTerminator = ID3Issue(kind: .dataAfterTerminator)
}

extension [ID3Issue] {
  /// Adds an issue once, so that hostile input cannot make the list long.
  mutating func note(_ issue: ID3Issue) {
    if !contains(issue) { append(issue) }
  }
}
