/// An error that prevents reading an input. Malformed media is not an error but a `StreamNote`.
public struct TimedMetadataError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: Sendable {
    /// The input cannot be opened, for example because it does not exist, or a requested start cannot be found in it.
    case cannotOpen
    /// The input was opened, but cannot be read, for example because a playlist is malformed.
    case cannotRead
    /// The input is a directory.
    case isDirectory
    /// The input is empty.
    case empty
    /// Nothing in the input was recognized as media.
    case unknownKind
    /// The kind of input is known, but it is not read, such as an archive, or text without a payload string.
    case unsupportedKind
    /// libavformat failed.
    case demuxer
    /// The caller cancelled the reading.
    case cancelled
    /// The key or the initialization vector is wrong, or the encrypted bytes are damaged.
    case cannotDecrypt
    /// A playlist or manifest lists no variant or rendition with the requested name.
    case notListed
  }

  /// The kind of error.
  public var code: Code
  /// The input as the user named it.
  public var input: String
  /// What is wrong with the input: the middle part of the message.
  public var reason: String
  /// How the user can solve the problem: the last part of the message.
  public var remedy: String

  /// Whether safety rules forbid access to the resource.
  package var isForbidden = false

  /// Whether a resource could not be fetched, for example because a server refused, failed or did not respond.
  package var isOfTransfer = false

  /// Makes an error with the given properties.
  public init(_ code: Code, input: String, reason: String, remedy: String) {
    self.code = code
    self.input = input
    self.reason = reason
    self.remedy = remedy
  }

  /// The message: `INPUT: what is wrong: what to do`.
  public var description: String { "\(input): \(reason): \(remedy)" }
}

extension TimedMetadataError {
  package static func interrupted(input: String) -> TimedMetadataError {
    TimedMetadataError(
      .cancelled,
      input: input,
      reason: "interrupted",
      remedy: "run the command again"
    )
  }
}
