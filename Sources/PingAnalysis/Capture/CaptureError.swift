import TimedMetadata

/// Why a capture could not be read, or not to its end. What stood before the place was delivered.
public struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of problem it is. Codes can be added.
  public struct Code: Sendable, Equatable {
    private enum Value { case malformed, tooDeep, tooLarge, unsupported, empty, unreadable }
    private let value: Value
    private init(_ value: Value) { self.value = value }

    /// The text breaks the rules of its form, or ends too early.
    public static let malformed = Code(.malformed)
    /// Values lie too deep within each other.
    public static let tooDeep = Code(.tooDeep)
    /// One entry holds more than can be looked at.
    public static let tooLarge = Code(.tooLarge)
    /// The form is known, and not read.
    public static let unsupported = Code(.unsupported)
    /// There is no ping in it.
    public static let empty = Code(.empty)
    /// Its bytes could not be read.
    public static let unreadable = Code(.unreadable)
  }

  /// What kind of problem it is.
  public var code: Code
  /// The input as the user named it.
  public var input: String
  /// What happened, with its place, in plain words.
  public var reason: String
  /// What to do about it.
  public var remedy: String

  /// Makes an error of its parts.
  public init(_ code: Code, input: String, reason: String, remedy: String) {
    self.code = code
    self.input = input
    self.reason = reason
    self.remedy = remedy
  }

  init(_ error: TimedMetadataError) {
    self.init(.unreadable, input: error.input, reason: error.reason, remedy: error.remedy)
  }

  /// `INPUT: what happened: what to do`.
  public var description: String { "\(input): \(reason): \(remedy)" }
}
