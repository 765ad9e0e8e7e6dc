import CCurl
import Glibc
import System

/// Why there was no usable answer.
package struct HTTPFailure: Error, Sendable, Hashable {
  /// The kind of failure.
  package enum Code: Sendable, Hashable {
    /// The URL or the request is not valid.
    case url
    /// The host or its address must not be reached.
    case refusedAddress
    /// The name of the host is not known.
    case resolve
    /// The name of the proxy is not known.
    case resolveProxy
    /// Nothing accepts connections there.
    case connect
    /// The connection, or the whole answer, took too long.
    case timeout
    /// The certificate is not valid for the host.
    case certificate
    /// No encrypted connection came about for another reason.
    case tls
    /// The server closed the connection before the end of the answer.
    case closed
    case broken
    /// The answer is not HTTP.
    case notHTTP
    /// The answer, or its head, has too many bytes.
    case tooLarge
    /// Compressed bytes are damaged.
    case encoding
    /// The proxy refused to connect.
    case proxy
    /// The proxy requires a user name and a password.
    case proxyAuthentication
    /// The caller needs no answer any more.
    case cancelled
    /// The system has no memory, thread or file descriptor left.
    case system
  }

  package let code: Code
  /// The explanation in plain words, such as `connection refused`.
  package let explanation: String
  /// `errno` of the connection; 0 without one.
  package let osError: Int32
  /// Why OpenSSL does not trust a certificate (`X509_V_ERR_…`); at most 1 for another reason, such as its name.
  package var verifyResult = 0

  /// A failure with the given parts.
  package init(_ code: Code, _ explanation: String, osError: Int32 = 0) {
    self.code = code
    self.explanation = explanation
    self.osError = osError
  }

  /// Something that the operating system refused.
  package static func system(_ error: Int32) -> HTTPFailure {
    HTTPFailure(.system, SystemError.reason(error), osError: error)
  }

  static let cancelled = HTTPFailure(.cancelled, "cancelled")
}

extension HTTPFailure {
  /// The failure for a result of libcurl.
  /// - Parameters:
  ///   - result: Not `CURLE_OK`.
  ///   - osError: `errno` of the connection; 0 without one.
  ///   - connectStatus: The answer of a proxy to `CONNECT`; 0 without an answer.
  init(_ result: CURLcode, osError: Int32, connectStatus: Int) {
    if connectStatus == 407 {
      self.init(.proxyAuthentication, "the proxy wants a user name and a password")
    } else if connectStatus != 0, !(200..<300).contains(connectStatus) {
      self.init(.proxy, "the proxy answered \(connectStatus)")
    } else {
      // libcurl says so of a header line that is longer than it reads.
      let code = Self.code(result, osError)
      let own =
        code == .tooLarge
        ? "a header line of more than 100 KiB, or no memory left"
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
    // libcurl 8.6 and later have a code of its own for it: CURLE_TOO_LARGE.
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): .tooLarge
    case CURLE_FAILED_INIT: .system
    default: .broken
    }
  }
}
