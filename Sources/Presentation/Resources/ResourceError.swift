/// Why a resource could not be read.
public struct ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Sendable, Hashable {
    private enum Value {
      case forbidden, unsupported, notFound, refused, status, unreachable, timedOut
      case incomplete, tooLarge, tooManyRedirects, cancelled
    }
    private let value: Value
    private init(_ value: Value) { self.value = value }

    /// The rules of safety do not let the input reach it.
    public static let forbidden = Code(.forbidden)
    /// Its scheme is not one of ours, or the URL makes no sense.
    public static let unsupported = Code(.unsupported)
    /// There is no such thing: HTTP 404 or 410, no such file.
    public static let notFound = Code(.notFound)
    /// Access was denied: HTTP 401 or 403, no permission.
    public static let refused = Code(.refused)
    /// Any other HTTP status that brings no bytes, or an answer that makes no sense.
    public static let status = Code(.status)
    /// No connection, or it broke, and all retries failed.
    public static let unreachable = Code(.unreachable)
    /// Nothing came for too long.
    public static let timedOut = Code(.timedOut)
    /// It ended early.
    public static let incomplete = Code(.incomplete)
    /// It is larger than allowed.
    public static let tooLarge = Code(.tooLarge)
    /// It was redirected too often.
    public static let tooManyRedirects = Code(.tooManyRedirects)
    /// The caller asked for an end.
    public static let cancelled = Code(.cancelled)
  }

  /// The kind of failure.
  public var code: Code
  /// The URL asked for.
  public var url: String
  /// What happened, in plain words.
  public var reason: String
  /// What to do about it.
  public var remedy: String
  /// The status of HTTP that the server answered with; nil for any other failure.
  package var status: Int?

  /// Makes an error with the given parts.
  public init(_ code: Code, url: String, reason: String, remedy: String) {
    self.code = code
    self.url = url
    self.reason = reason
    self.remedy = remedy
  }

  /// `URL: what happened: what to do`.
  public var description: String { "\(url): \(reason): \(remedy)" }
}
