/// The reason why one attempt did not deliver all bytes.
struct FetchFailure: Error, Sendable, Hashable {
  var error: ResourceError
  var isWorthRetry = false
  /// Whether the resource is missing but may appear later.
  var isMissing = false
  /// The wait that the server requests; nil if the server requests no wait.
  var wished: Duration?
  /// Whether the cause is a timeout, an invalid response, or an HTTP status other than a refusal of access.
  var isByServer: Bool { [.status, .notFound, .timedOut].contains(error.code) }

  /// The error for the consumer, including the wait that the server requests.
  var finalError: ResourceError {
    guard let wished, wished > .zero else { return error }
    var error = error
    error.reason += " and requests a wait of \(wished.inWords)"
    return error
  }

  /// A failure of the connection, after which another attempt may succeed.
  private static func passing(
    _ code: ResourceError.Code,
    _ address: WebAddress,
    _ reason: String
  ) -> FetchFailure {
    let remedy = "check the server and the network, or try again later"
    return .passing(ResourceError(code, url: address.text, reason: reason, remedy: remedy))
  }

  /// A failure after which another attempt may succeed.
  static func passing(_ error: ResourceError, wished: Duration? = nil) -> FetchFailure {
    FetchFailure(error: error, isWorthRetry: true, wished: wished)
  }

  /// The resource does not exist, but may appear later.
  static func missing(_ error: ResourceError) -> FetchFailure {
    FetchFailure(error: error, isMissing: true)
  }

  static func lasting(_ error: ResourceError) -> FetchFailure { FetchFailure(error: error) }

  static func lasting(
    _ code: ResourceError.Code,
    _ address: WebAddress,
    _ reason: String,
    _ remedy: String
  ) -> FetchFailure {
    .lasting(ResourceError(code, url: address.text, reason: reason, remedy: remedy))
  }
}

extension FetchFailure {
  /// The failure for a response without usable content (RFC 9110, section 15). `now` is in Unix milliseconds.
  init(_ head: ResponseHead, at address: WebAddress, now: Int64) {
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
      self = .lasting(error(.notFound, "\(answer) (gone)", "check the URL"))
    case 401, 407:
      self = .lasting(
        error(
          .refused,
          "\(answer) (authentication required)",
          "put the user and the password into the URL, or send a header with --header"
        )
      )
    case 403, 451:
      self = .lasting(
        error(
          .refused,
          "\(answer) (access denied)",
          "check the URL, whose signature may have expired, and the values of --header"
        )
      )
    case 416:
      self = .lasting(
        error(
          .status,
          "\(answer) (byte range not available)",
          "check the byte range in the playlist"
        )
      )
    case 408, 425, 429, 500, 502, 503, 504:
      self = .passing(
        error(.status, "\(answer) (\(Self.words[status] ?? "server error"))", "try again later"),
        wished: Self.wish(head, now: now)
      )
    case 500...599:
      self = .passing(error(.status, "\(answer) (server error)", "try again later"))
    default:
      self = .lasting(error(.status, answer, "check the URL"))
    }
  }

  private static let words = [
    408: "request timeout", 425: "too early", 429: "too many requests",
    502: "invalid response from its upstream server", 503: "unavailable",
    504: "no response from its upstream server",
  ]

  /// The delay that the server requests with `Retry-After`.
  private static func wish(_ head: ResponseHead, now: Int64) -> Duration? {
    head.headers["retry-after"].flatMap { RetryAfter.milliseconds($0, now: now) }
      .map { .milliseconds($0) }
  }
}

extension FetchFailure {
  init(_ failure: HTTPFailure, at address: WebAddress) {
    let place = address.place
    switch failure.code {
    case .resolve: self = .broken("the name \(address.host) cannot be resolved", address)
    case .resolveProxy: self = .broken("the name of the proxy cannot be resolved", address)
    case .connect: self = .broken("cannot connect to \(place)\(failure.words)", address)
    case .timeout: self = .timeout("did not accept a connection in time", address)
    case .closed: self = .broken("\(place) closed the connection", address)
    case .encoding: self = .broken("\(place) sent damaged compressed bytes", address)
    case .broken, .system, .cancelled, .refusedAddress:
      self = .broken("the connection to \(place) failed\(failure.words)", address)
    case .certificate: self = .certificate(failure.verifyResult, [], at: address, now: 0)
    case .tls, .tooLarge, .notHTTP, .proxy, .proxyAuthentication, .url:
      let (code, reason, remedy) = Self.lastingWords(failure, place)
      self = .lasting(code, address, reason, remedy)
    }
  }

  private static func lastingWords(
    _ failure: HTTPFailure,
    _ place: String
  ) -> (ResourceError.Code, String, String) {
    switch failure.code {
    case .tls:
      (
        .unreachable, "no encrypted connection to \(place) could be made",
        "check that the server supports https"
      )
    case .tooLarge: (.tooLarge, "\(place) sent \(failure.explanation)", "check the server")
    case .notHTTP:
      (
        .status, "\(place) sent a response that is not HTTP",
        "check the scheme and the port of the URL"
      )
    case .proxy:
      (
        .unreachable, "the proxy refused to connect to \(place)",
        "check the proxy, or exempt the host with no_proxy"
      )
    case .proxyAuthentication:
      (
        .refused, "the proxy requires a user name and a password",
        "put both into the URL of the proxy in the environment"
      )
    default:
      (
        .unsupported, "cannot be requested (\(failure.explanation))",
        "check the URL and the header fields"
      )
    }
  }

  static func refused(_ address: WebAddress, because reason: String) -> FetchFailure {
    .lasting(.forbidden, address, reason, "name a resource on another host")
  }

  static func unusable(_ address: WebAddress) -> FetchFailure {
    .lasting(
      .unsupported,
      address,
      "the environment names a proxy that cannot be used",
      "name an http or socks5 proxy, or exempt the host with no_proxy"
    )
  }

  /// The failure of a server that did not accept a connection, or did not send bytes, in time.
  static func timeout(_ what: String, _ address: WebAddress) -> FetchFailure {
    .passing(.timedOut, address, "\(address.place) \(what)")
  }

  /// The failure when the total time is used up, after which no further attempt is made. `isLive` is true if the
  /// request set the limit.
  static func exhausted(
    _ what: String,
    _ address: WebAddress,
    isLive: Bool = false
  ) -> FetchFailure {
    .lasting(
      .timedOut,
      address,
      "\(address.place) \(what)",
      "check the server and the network"
        + (isLive ? "" : ", or allow more time with resource-timeout in --config")
    )
  }

  static func broken(_ reason: String, _ address: WebAddress) -> FetchFailure {
    .passing(.unreachable, address, reason)
  }

  static func forbidden(_ refused: String, at address: WebAddress) -> FetchFailure {
    let isKnown = !refused.isEmpty && refused != address.host
    return .lasting(
      .forbidden,
      address,
      "\(address.place)\(isKnown ? " (\(refused))" : "") is not a public address",
      "allow it with allow-private in --config if the stream may reach it"
    )
  }
}

extension HTTPFailure {
  /// The system's error text in parentheses; empty if there is no system error.
  fileprivate var words: String { osError == 0 ? "" : " (\(explanation))" }
}
