/// Why one attempt delivered nothing, or not all.
struct FetchFailure: Error, Sendable, Hashable {
  var error: ResourceError
  /// Whether another attempt may do better.
  var isWorthRetry = false
  /// Whether the server knows no such resource, which may be there later.
  var isMissing = false
  /// How long the server asks to wait.
  var wished: Duration?
  /// Whether the server answered with it, or did not answer; else the connection failed.
  var isByServer: Bool { [.status, .notFound, .timedOut].contains(error.code) }

  /// The error for the consumer, with the time for which the server asks to wait.
  var finalError: ResourceError {
    guard let wished, wished > .zero else { return error }
    var error = error
    error.reason += " and asks to wait \(wished.inWords)"
    return error
  }

  /// A failure after which another attempt may succeed.
  static func passing(_ error: ResourceError, wished: Duration? = nil) -> FetchFailure {
    FetchFailure(error: error, isWorthRetry: true, wished: wished)
  }

  /// A failure that stays unless the resource is yet to come.
  static func missing(_ error: ResourceError) -> FetchFailure {
    FetchFailure(error: error, isMissing: true)
  }

  /// A failure that stays.
  static func lasting(_ error: ResourceError) -> FetchFailure { FetchFailure(error: error) }
}
