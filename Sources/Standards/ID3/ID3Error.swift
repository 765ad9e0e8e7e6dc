/// Why bytes are not a tag, or why a value cannot be written as one.
public struct ID3Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// Reading: the bytes do not start with a plausible header.
    case notATag
    /// Reading: a 2.2 tag with the compression flag, for which no method was ever specified.
    case compressedTag
    /// Writing: the version is not 2.2, 2.3 or 2.4.
    case unsupportedVersion
    /// Writing: the version has no place for something in the value.
    case notInVersion
    /// Writing: a frame identifier does not have the length or the characters of the version.
    case invalidFrameID
    /// Writing: parts of a frame contradict each other, so it would not be read back the same.
    case inconsistentFrame
    /// Writing: a string that its place or encoding cannot carry.
    case unwritableText
    /// Writing: a frame or the tag exceeds what its size field can say.
    case tooLarge

    /// The name of the case.
    public var description: String { rawValue }
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
public enum ID3Issue: String, Sendable, CustomStringConvertible {
  /// The bytes given end before the declared size.
  case truncatedTag = "the bytes end before the declared size"
  /// A frame declares more bytes than are left; see ``ID3Tag/truncatedFrame``.
  case truncatedFrame = "a frame is longer than the rest of the tag"
  /// Bytes after the frames that are neither a frame nor zeros; they are not kept.
  case trailingGarbage = "bytes between the frames and the end are neither frame nor padding"
  /// Padding although there is a footer (ID3v2.4.0 structure, section 3.3, forbids it).
  case paddingBeforeFooter = "padding in a tag with a footer"
  /// The footer is missing or does not repeat the header.
  case malformedFooter = "the footer is missing or differs from the header"
  /// The header's flag announces an extended header, but frames follow at once.
  case missingExtendedHeader = "the extended header is announced and not there"
  /// A field of the extended header is wrong. Valid fields are used.
  case malformedExtendedHeader = "the extended header is malformed"
  /// The CRC of the extended header does not fit what it covers.
  case checksumMismatch = "the checksum of the extended header does not fit the frames"
  /// Flags of the tag or of a frame that the version does not define; they are not kept.
  case unknownFlags = "flags that the version does not define"
  /// A 2.4 tag with frame sizes in the 2.3 manner: found by walking the frames both ways.
  case plainFrameSizes = "frame sizes are plain integers, the version asks for synchsafe ones"
  /// A frame of size 0.
  case emptyFrame = "a frame without content"
  /// A frame lacks fields of its kind; its content is kept as ``ID3Frame/Content/data(_:)``.
  case malformedFrame = "a frame does not have the fields of its kind"
  /// A PRIV frame without NUL: all of it is the owner.
  case privWithoutTerminator = "the owner of a PRIV frame is not terminated"
  /// A data length indicator, or decompressed size, that is wrong or not synchsafe.
  case dataLengthMismatch = "a data length indicator differs from the length"
  /// UTF-16BE or UTF-8 before version 2.4.
  case encodingNotInVersion = "a text encoding that the version does not define"
  /// UTF-16 text without a byte order mark; big-endian is taken.
  case missingByteOrderMark = "UTF-16 without a byte order mark"
  /// Text that its encoding does not allow; U+FFFD represents what could not be read.
  case invalidText = "text that its encoding does not allow"
  /// Bytes other than zeros after a frame's last string; they are not kept.
  case dataAfterTerminator = "bytes after the terminator of a frame's last string"

  /// The fault, in a few words.
  public var description: String { rawValue }
}

extension [ID3Issue] {
  /// Adds an issue once, so that hostile input cannot make the list long.
  mutating func note(_ issue: ID3Issue) {
    if !contains(issue) { append(issue) }
  }
}
