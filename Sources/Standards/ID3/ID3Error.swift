/// The reason why bytes are not a tag, or why a value cannot be written as a tag.
public struct ID3Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error. New kinds may be added.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// Reading: the bytes do not start with a plausible header.
    case notATag
    /// Reading: a tag of version 2.2 is compressed. The method was never specified.
    case compressedTag
    /// Writing: the version is not 2.2, 2.3 or 2.4, or its revision is 255.
    case unsupportedVersion
    /// Writing: the version cannot represent a part of the value.
    case notInVersion
    /// Writing: a frame identifier does not have the length or the characters that the version requires.
    case invalidFrameID
    /// Writing: parts of a frame are missing or contradict each other, so the frame would be read back differently.
    case inconsistentFrame
    /// Writing: a field or encoding cannot represent a string.
    case unwritableText
    /// Writing: a frame, a declared length, the padding or the tag does not have a valid size.
    case tooLarge

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The identifier of the frame that could not be written; nil if the error is about the whole tag.
  public let frameID: String?
  /// The problem, and a remedy if there is one, without a full stop.
  public let reason: String

  init(_ code: Code, frameID: String? = nil, _ reason: String) {
    self.code = code
    self.frameID = frameID
    self.reason = reason
  }

  /// The reason in one line, with the identifier of the frame if the error is about a frame.
  public var description: String {
    guard let frameID else { return "ID3 tag: \(reason)" }
    return "ID3 frame \(frameID): \(reason)"
  }
}

/// A fault in a tag that can still be read.
///
/// New kinds may be added, so handle unknown kinds by their ``description``.
public enum ID3Issue: String, Sendable, CustomStringConvertible {
  /// The bytes end before the declared size of the tag.
  case truncatedTag = "the bytes end before the declared size"
  /// A frame extends past the end of the bytes; see ``ID3Tag/truncatedFrame``.
  case truncatedFrame = "a frame is longer than the rest of the tag"
  /// The bytes after the frames are neither frames nor zeros; they are not kept.
  case trailingGarbage = "bytes between the frames and the end are neither frame nor padding"
  /// There is padding before a footer, which ID3v2.4.0 structure, section 3.3, forbids.
  case paddingBeforeFooter = "padding in a tag with a footer"
  /// The footer is missing or does not repeat the header.
  case malformedFooter = "the footer is missing or differs from the header"
  /// The header announces an extended header, but frames follow immediately.
  case missingExtendedHeader = "an extended header is announced but missing"
  /// A field of the extended header is not valid. The valid fields are used; without a valid size, no frame is read.
  case malformedExtendedHeader = "the extended header is malformed"
  /// The CRC in the extended header does not match the bytes that it covers.
  case checksumMismatch = "the checksum of the extended header does not match the frames"
  /// The tag, its extended header or a frame has flags that the version does not define; they are not kept.
  case unknownFlags = "flags that the version does not define"
  /// A 2.4 tag has plain frame sizes as in version 2.3, which was detected by trying both forms.
  case plainFrameSizes = "frame sizes are plain integers, but must be synchsafe"
  /// The body of a frame is empty.
  case emptyFrame = "a frame without content"
  /// A frame lacks fields that its kind or its flags require. Without the fields of its kind, it is kept as
  /// ``ID3Frame/Content/data(_:)``.
  case malformedFrame = "a frame does not have the fields of its kind"
  /// A PRIV frame has no NUL, so the whole body is taken as the owner.
  case privWithoutTerminator = "the owner of a PRIV frame is not terminated"
  /// A data length indicator is not synchsafe, or is wrong for a frame that is neither compressed nor encrypted.
  case dataLengthMismatch = "a data length indicator differs from the length"
  /// A tag before version 2.4 has UTF-16BE or UTF-8 text.
  case encodingNotInVersion = "a text encoding that the version does not define"
  /// Neither a UTF-16 string nor an earlier string of its frame has a byte order mark. The string is read as
  /// big-endian.
  case missingByteOrderMark = "UTF-16 without a byte order mark"
  /// Text is not valid in its encoding; undecodable bytes are replaced by U+FFFD or dropped.
  case invalidText = "text that its encoding does not allow"
  /// Bytes other than zeros follow the last string of a frame; they are not kept.
  case dataAfterTerminator = "bytes after the terminator of a frame's last string"

  /// A short description of the fault.
  public var description: String { rawValue }
}

extension [ID3Issue] {
  /// Adds an issue unless it is listed already, so hostile input cannot make the list long.
  mutating func note(_ issue: ID3Issue) {
    if !contains(issue) { append(issue) }
  }
}
