extension FetchFailure {
  /// The failure for a status other than success and redirection (RFC 9110, section 15); `now` in Unix
  /// milliseconds.
  init(_ head: ResponseHead, at address: FetchAddress, now: Int64) {
    let status = head.status
    let answer = "\(address.place) answered \(status)"
    func error(_ code: ResourceError.Code, _ reason: String, _ remedy: String) -> ResourceError {
      var error = ResourceError(code, url: address.text, reason: reason, remedy: remedy)
      error.status = status
      return error
    }
    switch status {
    case 404:
      self = .missing(error(.notFound, "\(answer) (not found)", "check the URL"))
    case 410:
      self = .lasting(error(.notFound, "\(answer) (not found)", "check the URL"))
    case 401, 407:
      self = .lasting(
        error(
          .refused,
          "\(answer) (who asks?)",
          "put user and password into the URL, or send a header with --header"
        )
      )
    case 403, 451:
      self = .lasting(
        error(
          .refused,
          "\(answer) (access denied)",
          "check the URL, whose signature may have expired, and what --header sends"
        )
      )
    case 416:
      self = .lasting(
        error(.status, "\(answer) (it has no such bytes)", "check the byte range in the playlist")
      )
    case 408, 425, 429, 500, 502, 503, 504:
      self = .passing(
        error(.status, "\(answer) (\(Self.words[status] ?? "it failed"))", "try again later"),
        wished: Self.wish(head, now: now)
      )
    case 500...599:
      self = .passing(error(.status, "\(answer) (it failed)", "try again later"))
    default:
      self = .lasting(error(.status, answer, "check the URL"))
    }
  }

  private static let words = [
    408: "it gave up waiting", 425: "too early", 429: "too many requests",
    502: "no valid answer from its upstream server", 503: "unavailable",
    504: "no answer from its upstream server",
  ]

  /// The delay that the server requests with `Retry-After`.
  private static func wish(_ head: ResponseHead, now: Int64) -> Duration? {
    head.headers["retry-after"].flatMap { RetryAfter.milliseconds($0, now: now) }
      .map { .milliseconds($0) }
  }
}
