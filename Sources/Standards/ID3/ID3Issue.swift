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
