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
