import Formats

/// The reason why a resource could not be read.
public struct ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// The rules for hosts, addresses and local files do not allow access.
    case forbidden
    /// The scheme or the proxy is not supported, or the URL or a header field is not valid.
    case unsupported
    /// The resource does not exist, as with HTTP 404 or 410, or if there is no such file.
    case notFound
    /// Access was denied: HTTP 401, 403, 407 or 451, no permission, or not a regular file.
    case refused
    /// Any other HTTP status without usable content, an invalid response, or a byte range that does not exist.
    case status
    /// A connection could not be made or failed, and any retries also failed; or a file could not be read.
    case unreachable
    /// No bytes were received within the timeout, or the total time was used up.
    case timedOut
    /// The resource ended early, or changed after it was cut off.
    case incomplete
    /// The resource or the head of its response is larger than allowed.
    case tooLarge
    /// There were too many redirects.
    case tooManyRedirects
    /// The caller cancelled the request.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// The requested URL as messages show it, with secrets hidden.
  public var url: String { didSet { url = ShownURL.text(url) } }
  /// A short description of the problem, without the URL.
  public var reason: String
  /// An action that may help, such as `check the URL`.
  public var remedy: String
  /// The HTTP status, if it is the reason for the failure.
  package var status: Int?

  /// Creates an error. Secrets in `url` are hidden.
  public init(_ code: Code, url: String, reason: String, remedy: String) {
    self.code = code
    self.url = ShownURL.text(url)
    self.reason = reason
    self.remedy = remedy
  }

  /// The error for a cancelled request.
  package static func interrupted(_ url: String) -> ResourceError {
    ResourceError(.cancelled, url: url, reason: "interrupted", remedy: "run the command again")
  }

  /// `URL: what happened: what to do`.
  public var description: String { "\(url): \(reason): \(remedy)" }
}
