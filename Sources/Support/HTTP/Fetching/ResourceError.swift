import Formats

/// The reason why a resource could not be read.
public struct ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// The address rules do not allow it.
    case forbidden
    /// The scheme is not supported, or the URL is not valid.
    case unsupported
    /// It does not exist: HTTP 404 or 410, or no such file.
    case notFound
    /// Access was denied: HTTP 401 or 403, or no permission.
    case refused
    /// Any other HTTP status without usable content, or an invalid response.
    case status
    /// There was no connection, or it failed, and all retries did.
    case unreachable
    /// No bytes were received within the timeout.
    case timedOut
    /// The resource ended early.
    case incomplete
    /// It is larger than allowed.
    case tooLarge
    /// There were too many redirects.
    case tooManyRedirects
    /// The caller cancelled the request.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// The requested URL as messages show it: without user and password, and without the values of parameters.
  public var url: String { didSet { url = ShownURL.text(url) } }
  /// What happened, in a few words.
  public var reason: String
  /// What the user can do about it.
  public var remedy: String
  /// The HTTP status of the response; nil for any other failure.
  package var status: Int?

  /// An error with the given parts.
  public init(_ code: Code, url: String, reason: String, remedy: String) {
    self.code = code
    self.url = ShownURL.text(url)
    self.reason = reason
    self.remedy = remedy
  }

  /// The error for a cancelled request.
  package static func interrupted(_ url: String) -> ResourceError {
    ResourceError(.cancelled, url: url, reason: "interrupted", remedy: "run it again")
  }

  /// `URL: what happened: what to do`.
  public var description: String { "\(url): \(reason): \(remedy)" }
}
