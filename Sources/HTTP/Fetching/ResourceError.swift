import Formats

/// The reason why a resource could not be read.
public struct ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Sendable, Hashable {
    private enum Value {
      case forbidden, unsupported, notFound, refused, status, unreachable, timedOut
      case incomplete, tooLarge, tooManyRedirects, cancelled
    }
    private let value: Value
    private init(_ value: Value) { self.value = value }

    /// The security rules do not allow the input to read it.
    public static let forbidden = Code(.forbidden)
    /// Its scheme is not supported, or the URL is invalid.
    public static let unsupported = Code(.unsupported)
    /// It does not exist: HTTP 404 or 410, or no such file.
    public static let notFound = Code(.notFound)
    /// Access was denied: HTTP 401 or 403, or no permission.
    public static let refused = Code(.refused)
    /// Any other HTTP status without content, or an invalid answer.
    public static let status = Code(.status)
    /// No connection, or it broke, and all retries failed.
    public static let unreachable = Code(.unreachable)
    /// No bytes were received within the timeout.
    public static let timedOut = Code(.timedOut)
    /// It ended early.
    public static let incomplete = Code(.incomplete)
    /// It is larger than allowed.
    public static let tooLarge = Code(.tooLarge)
    /// There were too many redirects.
    public static let tooManyRedirects = Code(.tooManyRedirects)
    /// The caller cancelled the request.
    public static let cancelled = Code(.cancelled)
  }

  /// The kind of failure.
  public var code: Code
  /// The requested URL for messages: without user and password, and without the values of parameters.
  public var url: String { didSet { url = ShownURL.text(url) } }
  /// What happened, in plain words.
  public var reason: String
  /// What the user can do about it.
  public var remedy: String
  /// The HTTP status of the answer; nil for any other failure.
  package var status: Int?

  /// Makes an error with the given parts.
  public init(_ code: Code, url: String, reason: String, remedy: String) {
    self.code = code
    self.url = ShownURL.text(url)
    self.reason = reason
    self.remedy = remedy
  }

  /// The request was cancelled.
  package static func interrupted(_ url: String) -> ResourceError {
    ResourceError(.cancelled, url: url, reason: "interrupted", remedy: "run it again")
  }

  /// `URL: what happened: what to do`.
  public var description: String { "\(url): \(reason): \(remedy)" }
}
