import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import TimedMetadata

extension FetchFailure {
  /// What an error of the connection means.
  init(_ error: any Error, at address: HTTPAddress) {
    let place = address.place
    switch error {
    case let failure as FetchFailure: self = failure
    case let error as ResourceError: self = .lasting(error)
    case let refusal as AddressGuard.Refusal: self = .forbidden(refusal, at: address)
    case let error as HTTPClientError: self = .client(error, at: address)
    case let error as NIOConnectionError: self = .connection(error, at: address)
    case let error as IOError: self = .system(error, at: address)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .encryption(error, at: address)
    case NIOHTTPDecompression.DecompressionError.limit:
      self = .lasting(
        ResourceError(
          .tooLarge,
          url: address.text,
          reason: "\(place) sent compressed bytes that grow beyond all measure",
          remedy: "check the server"
        )
      )
    case is NIOHTTPDecompression.DecompressionError,
      is NIOHTTPDecompression.ExtraDecompressionError:
      self = .broken("\(place) sent damaged compressed bytes", address)
    case HTTPParserError.invalidEOFState:
      self = .broken("\(place) closed the connection", address)
    case is HTTPParserError:
      self = .lasting(
        ResourceError(
          .status,
          url: address.text,
          reason: "\(place) gave an answer that is not HTTP",
          remedy: "check the scheme and the port of the URL"
        )
      )
    default:
      // Errors of HTTP/2 and of channels: the connection or the stream ended.
      self = .broken("the connection to \(place) broke", address)
    }
  }

  /// Nothing came for too long.
  static func timeout(_ what: String, _ address: HTTPAddress) -> FetchFailure {
    .passing(
      ResourceError(
        .timedOut,
        url: address.text,
        reason: "\(address.place) \(what)",
        remedy: "check the server and the network, or try again later"
      )
    )
  }

  /// All the time there was for it has been used up: another attempt would have none.
  static func exhausted(_ what: String, _ address: HTTPAddress) -> FetchFailure {
    .lasting(
      ResourceError(
        .timedOut,
        url: address.text,
        reason: "\(address.place) \(what)",
        remedy: "check the server and the network, or give it more time with --resource-timeout"
      )
    )
  }

  static func broken(_ reason: String, _ address: HTTPAddress) -> FetchFailure {
    .passing(
      ResourceError(
        .unreachable,
        url: address.text,
        reason: reason,
        remedy: "check the server and the network, or try again later"
      )
    )
  }

  private static func forbidden(
    _ refusal: AddressGuard.Refusal,
    at address: HTTPAddress
  ) -> FetchFailure {
    let isKnown = !refusal.address.isEmpty && refusal.address != address.host
    return .lasting(
      ResourceError(
        .forbidden,
        url: address.text,
        reason: "\(address.place)\(isKnown ? " (\(refusal.address))" : "") is not a public address",
        remedy: "allow it with --allow-private if the stream may reach it"
      )
    )
  }

  private static func client(_ error: HTTPClientError, at address: HTTPAddress) -> FetchFailure {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
      .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
      return .timeout("could not be connected in time", address)
    case .readTimeout, .writeTimeout, .deadlineExceeded:
      return .timeout("sent nothing for too long", address)
    case .remoteConnectionClosed:
      return .broken("\(address.place) closed the connection", address)
    case .proxyAuthenticationRequired:
      return .lasting(
        ResourceError(
          .refused,
          url: address.text,
          reason: "the proxy wants a user name and a password",
          remedy: "put them into the URL of the proxy in the environment"
        )
      )
    case .invalidProxyResponse:
      return .lasting(
        ResourceError(
          .unreachable,
          url: address.text,
          reason: "the proxy refused to connect to \(address.place)",
          remedy: "check the proxy, or exempt the host with no_proxy"
        )
      )
    default:
      return .lasting(
        ResourceError(
          .unsupported,
          url: address.text,
          reason: "cannot be asked for (\(error.shortDescription.lowercased()))",
          remedy: "check the URL and the header fields"
        )
      )
    }
  }

  private static func connection(
    _ error: NIOConnectionError,
    at address: HTTPAddress
  ) -> FetchFailure {
    guard let attempt = error.connectionErrors.first else {
      return .passing(
        ResourceError(
          .unreachable,
          url: address.text,
          reason: "the name \(error.host) cannot be resolved",
          remedy: "check the host in the URL and the name service"
        )
      )
    }
    if let cause = attempt.error as? IOError { return system(cause, at: address) }
    if case ChannelError.connectTimeout = attempt.error {
      return .timeout("could not be connected in time", address)
    }
    return .broken("\(address.place) cannot be connected", address)
  }

  private static func system(_ error: IOError, at address: HTTPAddress) -> FetchFailure {
    let words = words(for: error)
    switch error.errnoCode {
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, ETIMEDOUT:
      return .broken("\(address.place) cannot be connected (\(words))", address)
    default:
      return .broken("the connection to \(address.place) broke (\(words))", address)
    }
  }

  private static func encryption(_ error: any Error, at address: HTTPAddress) -> FetchFailure {
    let isCertificate =
      "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
      || error is NIOSSLExtraError
    return .lasting(
      ResourceError(
        .unreachable,
        url: address.text,
        reason: isCertificate
          ? "the certificate of \(address.place) is not valid for it"
          : "no encrypted connection to \(address.place) came about",
        remedy: isCertificate
          ? "check the host name, or accept any certificate with --insecure"
          : "check that the server speaks https"
      )
    )
  }

  private static func words(for error: IOError) -> String {
    String(cString: strerror(error.errnoCode)).lowercased()
  }
}
