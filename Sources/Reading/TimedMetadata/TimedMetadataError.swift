/// Why an input could not be read. Malformed media is not an error but a `StreamNote`.
public struct TimedMetadataError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable {
    /// The input does not exist or access is denied.
    case cannotOpen
    /// Reading failed on the way.
    case cannotRead
    /// The input is a directory.
    case isDirectory
    /// The input holds no bytes.
    case empty
    /// Nothing in the input could be understood as media.
    case unknownKind
    /// The kind of media is known, but this version cannot read it.
    case unsupportedKind
    /// libavformat failed.
    case demuxer
    /// The caller asked for an end.
    case cancelled
    /// The key does not fit, or the encrypted bytes are damaged.
    case cannotDecrypt
    /// A playlist lists no variant or rendition of the name that was asked for.
    case notListed
  }

  /// The kind of failure.
  public var code: Code
  /// The input as the user named it.
  public var input: String
  /// The reason in plain words.
  public var reason: String
  /// The remedy.
  public var remedy: String

  /// Whether the rules of safety did not let the input reach it.
  package var isForbidden = false

  /// Whether the bytes of a resource did not come: a server refused, failed or did not answer.
  package var isOfTransfer = false

  /// Makes an error with the given parts.
  public init(_ code: Code, input: String, reason: String, remedy: String) {
    self.code = code
    self.input = input
    self.reason = reason
    self.remedy = remedy
  }

  /// `INPUT: what happened: what to do`.
  public var description: String { "\(input): \(reason): \(remedy)" }
}

extension TimedMetadataError {
  /// The caller asked for an end.
  package static func interrupted(input: String) -> TimedMetadataError {
    TimedMetadataError(.cancelled, input: input, reason: "interrupted", remedy: "run it again")
  }
}
