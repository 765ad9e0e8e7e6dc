import CCurl
import Glibc
import System

/// The reason why a request got no usable response.
package struct HTTPFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable {
    /// The URL or the request is not valid.
    case url
    /// The host or its address is not allowed.
    case refusedAddress
    case resolve
    case resolveProxy
    /// No connection could be made, for example because it was refused or there is no route.
    case connect
    /// The connection, or the whole response, took too long.
    case timeout
    /// The certificate of the server could not be verified, or a file of trusted certificates cannot be read.
    case certificate
    /// The TLS handshake failed for a reason other than the certificate.
    case tls
    /// The server closed the connection before the end of the response.
    case closed
    case broken
    case notHTTP
    /// The response or its head is too large, or memory is short.
    case tooLarge
    /// The compressed body is damaged.
    case encoding
    /// The proxy refused to connect, or cannot be used.
    case proxy
    /// The proxy requires a user name and a password.
    case proxyAuthentication
    case cancelled
    /// libcurl could not be initialized, or the system is out of memory, threads or file descriptors.
    case system
  }

  package let code: Code
  /// A short explanation such as `connection refused`.
  package let explanation: String
  /// The `errno` of the connection or of a failed system call; 0 if there is no such error.
  package let osError: Int32
  /// OpenSSL's reason for not trusting a certificate (`X509_V_ERR_…`). It is 0 or 1 for other failures, such as a
  /// certificate for another host name.
  package var verifyResult = 0

  package init(_ code: Code, _ explanation: String, osError: Int32 = 0) {
    self.code = code
    self.explanation = explanation
    self.osError = osError
  }

  package static func system(_ error: Int32) -> HTTPFailure {
    HTTPFailure(.system, SystemError.reason(error), osError: error)
  }

  static let cancelled = HTTPFailure(.cancelled, "cancelled")
}

extension HTTPFailure {
  /// The failure for a `result` of libcurl other than `CURLE_OK`. `osError` is the `errno` of the connection or 0, and
  /// `connectStatus` the status with which a proxy answered `CONNECT`, or 0.
  init(_ result: CURLcode, osError: Int32, connectStatus: Int) {
    if connectStatus == 407 {
      self.init(.proxyAuthentication, "the proxy requires a user name and a password")
    } else if connectStatus != 0, !(200..<300).contains(connectStatus) {
      self.init(.proxy, "the proxy answered \(connectStatus)")
    } else {
      // Before version 8.6, libcurl also returns CURLE_OUT_OF_MEMORY for a header line that exceeds its limit.
      let code = Self.code(result, osError)
      let own =
        code == .tooLarge
        ? "a header line of more than 100 KiB, or more data than fits into memory"
        : String(cString: curl_easy_strerror(result)).lowercased()
      self.init(
        code,
        osError == 0 ? own : SystemError.reason(osError),
        osError: osError
      )
    }
  }

  private static func code(_ result: CURLcode, _ osError: Int32) -> Code {
    switch result {
    case CURLE_COULDNT_RESOLVE_HOST: .resolve
    case CURLE_COULDNT_RESOLVE_PROXY: .resolveProxy
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
      .certificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED:
      .tls
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closed
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
    case CURLE_BAD_CONTENT_ENCODING: .encoding
    case CURLE_PROXY: .proxy
    case CURLE_ABORTED_BY_CALLBACK: .refusedAddress
    case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION,
      CURLE_NOT_BUILT_IN:
      .url
    // libcurl 8.6 and later return CURLE_TOO_LARGE (100) for a header line that exceeds its limit.
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): .tooLarge
    case CURLE_FAILED_INIT: .system
    default: .broken
    }
  }
}
