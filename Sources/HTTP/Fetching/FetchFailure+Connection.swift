extension FetchFailure {
  /// The failure for an error of the transfer.
  init(_ failure: HTTPFailure, at address: FetchAddress) {
    let place = address.place
    switch failure.code {
    case .resolve: self = .broken("the name \(address.host) cannot be resolved", address)
    case .resolveProxy: self = .broken("the name of the proxy cannot be resolved", address)
    case .connect: self = .broken("\(place) cannot be connected\(failure.words)", address)
    case .timeout: self = .timeout("could not be connected in time", address)
    case .closed: self = .broken("\(place) closed the connection", address)
    case .encoding: self = .broken("\(place) sent damaged compressed bytes", address)
    case .broken, .system, .cancelled, .refusedAddress:
      self = .broken("the connection to \(place) broke\(failure.words)", address)
    case .certificate: self = .certificate(failure.verifyResult, [], at: address, now: 0)
    case .tls, .tooLarge, .notHTTP, .proxy, .proxyAuthentication, .url:
      let (code, reason, remedy) = Self.lastingWords(failure, place)
      self = .lasting(ResourceError(code, url: address.text, reason: reason, remedy: remedy))
    }
  }

  private static func lastingWords(
    _ failure: HTTPFailure,
    _ place: String
  ) -> (ResourceError.Code, String, String) {
    switch failure.code {
    case .tls:
      (
        .unreachable, "no encrypted connection to \(place) came about",
        "check that the server speaks https"
      )
    case .tooLarge: (.tooLarge, "\(place) sent \(failure.explanation)", "check the server")
    case .notHTTP:
      (
        .status, "\(place) gave an answer that is not HTTP",
        "check the scheme and the port of the URL"
      )
    case .proxy:
      (
        .unreachable, "the proxy refused to connect to \(place)",
        "check the proxy, or exempt the host with no_proxy"
      )
    case .proxyAuthentication:
      (
        .refused, "the proxy wants a user name and a password",
        "put them into the URL of the proxy in the environment"
      )
    default:
      (
        .unsupported, "cannot be asked for (\(failure.explanation))",
        "check the URL and the header fields"
      )
    }
  }

  /// The options refuse a host.
  static func refused(_ address: FetchAddress, because reason: String) -> FetchFailure {
    .lasting(
      ResourceError(
        .forbidden,
        url: address.text,
        reason: reason,
        remedy: "name a resource on another host"
      )
    )
  }

  /// The proxy for an address cannot be used.
  static func unusable(_ address: FetchAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .unsupported,
        url: address.text,
        reason: "the environment names a proxy of an unknown kind",
        remedy: "name an http or socks5 proxy, or exempt the host with no_proxy"
      )
    )
  }

  /// Nothing came for too long.
  static func timeout(_ what: String, _ address: FetchAddress) -> FetchFailure {
    .passing(
      ResourceError(
        .timedOut,
        url: address.text,
        reason: "\(address.place) \(what)",
        remedy: "check the server and the network, or try again later"
      )
    )
  }

  /// All the time there was for it has been used up: another attempt would have none. `isLive`: the request limited it.
  static func exhausted(
    _ what: String,
    _ address: FetchAddress,
    isLive: Bool = false
  ) -> FetchFailure {
    .lasting(
      ResourceError(
        .timedOut,
        url: address.text,
        reason: "\(address.place) \(what)",
        remedy: "check the server and the network"
          + (isLive ? "" : ", or give it more time with resource-timeout in --config")
      )
    )
  }

  static func broken(_ reason: String, _ address: FetchAddress) -> FetchFailure {
    .passing(
      ResourceError(
        .unreachable,
        url: address.text,
        reason: reason,
        remedy: "check the server and the network, or try again later"
      )
    )
  }

  static func forbidden(
    _ refusal: AddressGuard.Refusal,
    at address: FetchAddress
  ) -> FetchFailure {
    let isKnown = !refusal.address.isEmpty && refusal.address != address.host
    return .lasting(
      ResourceError(
        .forbidden,
        url: address.text,
        reason: "\(address.place)\(isKnown ? " (\(refusal.address))" : "") is not a public address",
        remedy: "allow it with allow-private in --config if the stream may reach it"
      )
    )
  }
}

extension HTTPFailure {
  /// The words of the operating system, in parentheses; empty without any.
  fileprivate var words: String { osError == 0 ? "" : " (\(explanation))" }
}
