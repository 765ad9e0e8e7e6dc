import CCurl
import Glibc

/// A request, and the settings of its transfer.
package struct HTTPRequest: Sendable {
  /// An `http` or `https` URL. Redirects are not followed.
  package var url: String
  package var method = "GET"
  /// The header fields to send, except `Content-Length` and `Host`. A client adds `User-Agent` if it is missing.
  package var headers = HTTPHeaders()
  package var body: [UInt8]?
  /// The content encodings to accept and decode, as in `Accept-Encoding`. With nil, the body is delivered as received.
  package var accepts: String?
  /// The proxy to connect through; nil means a direct connection.
  package var proxy: Proxy?
  package var verifiesCertificates = true
  /// A PEM file with certificates that are trusted in addition to those of the system.
  package var caFile: String?
  /// Whether to connect only to read the server's certificate, without verifying it. If true, no request is sent.
  package var isInspection = false
  /// Whether the request fails, instead of being sent again, if a reused connection closes without a response.
  package var isSentOnce = false
  package var offersHTTP2 = true
  /// The timeout for connecting, including name resolution and TLS.
  package var connectTimeout: Duration = .seconds(10)
  /// The timeout for the whole request. Nil means 10 s for a client; a loader has other limits (`AttemptClock.Limits`).
  package var timeout: Duration?
  /// The maximum size of a client's response body, in bytes. A larger body is an error unless `cutsLongBody` is true.
  package var bodyLimit = 1 << 20
  /// Whether a body larger than `bodyLimit` is cut off and the connection closed, instead of failing the request.
  package var cutsLongBody = false
  /// The maximum number of bytes read at a time; libcurl 7.88 allows at most 512 KiB.
  package var bufferSize = 64 << 10
  /// The store of cookies to send and to add to; nil means that no cookies are stored.
  package var cookies: CookieShare?
  /// For tests: replacement destinations for the hosts of URLs, in the form of curl's `--connect-to`:
  /// `a.test:80:127.0.0.1:8080`. An empty field matches anything.
  package var destinations: [String] = []

  package init(url: String) { self.url = url }

  package struct Proxy: Sendable, Hashable {
    /// The URL of the proxy, such as `http://host:1080` or `socks5h://host:1080`.
    package var url: String
    package var user: String?
    package var password: String?
  }
}

extension HTTPRequest {
  typealias Easy = UnsafeMutableRawPointer
  typealias List = UnsafeMutablePointer<curl_slist>

  /// A libcurl handle with these settings, and the lists to which it refers. The caller frees the handle and the lists.
  func makeEasy() throws(HTTPFailure) -> (Easy, [List]) {
    guard WebAddress(url) != nil else {
      throw HTTPFailure(.url, "not an http or https URL with a host")
    }
    guard headers.areValid else { throw HTTPFailure(.url, "a header field is not valid") }
    guard let easy = curl_easy_init() else { throw .system(ENOMEM) }
    var setup = EasySetup(easy: easy)
    setAddress(&setup)
    setRequest(&setup)
    setConnection(&setup)
    guard setup.result == CURLE_OK else {
      curl_easy_cleanup(easy)
      for list in setup.lists { curl_slist_free_all(list) }
      throw HTTPFailure(setup.result, osError: 0, connectStatus: 0)
    }
    return (easy, setup.lists)
  }

  private func setAddress(_ setup: inout EasySetup) {
    setup.set(CURLOPT_URL, url)
    setup.set(CURLOPT_PROTOCOLS_STR, "http,https")
    setup.set(CURLOPT_FOLLOWLOCATION, 0)
    setup.set(CURLOPT_HTTP09_ALLOWED, 0)
    // SHOUTcast servers begin a response with `ICY 200`; the rest is HTTP.
    if method == "GET" { setup.set(CURLOPT_HTTP200ALIASES, list: ["ICY 200"]) }
    let isSecure = url.prefix(6).lowercased() == "https:"
    setup.set(
      CURLOPT_HTTP_VERSION,
      isSecure && offersHTTP2 ? id3tap_http_2_tls : id3tap_http_1_1
    )
    // An empty string keeps libcurl from reading the environment. `ProxySettings` reads it instead, so that the address
    // rules apply.
    setup.set(CURLOPT_PROXY, proxy?.url ?? "")
    setup.set(CURLOPT_NOPROXY, "")
    if let proxy {
      setup.set(CURLOPT_HTTPPROXYTUNNEL, 1)
      setup.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      if let user = proxy.user {
        setup.set(CURLOPT_PROXYUSERNAME, user)
        setup.set(CURLOPT_PROXYPASSWORD, proxy.password ?? "")
      }
    }
    setup.set(CURLOPT_CONNECT_TO, list: destinations)
  }

  private func setRequest(_ setup: inout EasySetup) {
    if method == "HEAD" {
      setup.set(CURLOPT_NOBODY, 1)
    } else if let body {
      setup.set(CURLOPT_POST, 1)
      body.withUnsafeBytes { bytes in
        setup.check(
          id3tap_easy_set_offset(setup.easy, CURLOPT_POSTFIELDSIZE_LARGE, bytes.count)
        )
        var none: UInt8 = 0
        setup.check(
          id3tap_easy_set_pointer(
            setup.easy,
            CURLOPT_COPYPOSTFIELDS,
            bytes.baseAddress ?? withUnsafePointer(to: &none) { UnsafeRawPointer($0) }
          )
        )
      }
      if method != "POST" { setup.set(CURLOPT_CUSTOMREQUEST, method) }
    } else if method != "GET" {
      setup.set(CURLOPT_CUSTOMREQUEST, method)
    }
    var headers = headers
    // libcurl sends these cookies together with those of the share.
    let cookies = headers.remove("cookie").joined(separator: "; ")
    if !cookies.isEmpty { setup.set(CURLOPT_COOKIE, cookies) }
    var lines = headers.all.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // A line without a value suppresses a field that libcurl would add.
    for name in ["Accept", "Expect"] where headers[name] == nil { lines.append(name + ":") }
    if body != nil, headers["content-type"] == nil { lines.append("Content-Type:") }
    setup.set(CURLOPT_HTTPHEADER, list: lines)
    if let accepts { setup.set(CURLOPT_ACCEPT_ENCODING, accepts) }
    if let share = self.cookies { setup.check(share.attach(to: setup.easy)) }
  }

  private func setConnection(_ setup: inout EasySetup) {
    setup.set(CURLOPT_NOSIGNAL, 1)
    setup.set(CURLOPT_TCP_NODELAY, 1)
    // The end of a transfer must not wait for a name resolution.
    setup.set(CURLOPT_QUICK_EXIT, 1)
    setup.set(CURLOPT_BUFFERSIZE, bufferSize)
    setup.set(CURLOPT_MAXAGE_CONN, 60)
    setup.set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.curlMilliseconds)
    if let timeout { setup.set(CURLOPT_TIMEOUT_MS, timeout.curlMilliseconds) }
    let verifies = verifiesCertificates && !isInspection
    setup.set(CURLOPT_SSL_VERIFYPEER, verifies ? 1 : 0)
    setup.set(CURLOPT_SSL_VERIFYHOST, verifies ? 2 : 0)
    if let caFile { setup.set(CURLOPT_CAINFO, caFile) }
    guard isInspection else { return }
    setup.set(CURLOPT_CONNECT_ONLY, 1)
    setup.set(CURLOPT_CERTINFO, 1)
    setup.set(CURLOPT_FRESH_CONNECT, 1)
    setup.set(CURLOPT_FORBID_REUSE, 1)
  }
}

/// Applies settings to a handle, and keeps the first error.
private struct EasySetup {
  let easy: UnsafeMutableRawPointer
  private(set) var lists: [UnsafeMutablePointer<curl_slist>] = []
  private(set) var result = CURLE_OK

  init(easy: UnsafeMutableRawPointer) { self.easy = easy }

  mutating func check(_ code: CURLcode) { if result == CURLE_OK { result = code } }

  mutating func set(_ option: CURLoption, _ value: Int) {
    check(id3tap_easy_set_long(easy, option, value))
  }

  mutating func set(_ option: CURLoption, _ value: String) {
    check(id3tap_easy_set_string(easy, option, value))
  }

  mutating func set(_ option: CURLoption, list lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        return check(CURLE_OUT_OF_MEMORY)
      }
      list = longer
    }
    guard let list else { return }
    lists.append(list)
    check(id3tap_easy_set_list(easy, option, list))
  }
}

extension Duration {
  /// Milliseconds for libcurl, rounded up, from 1 (because 0 means libcurl's default) to 30 days.
  fileprivate var curlMilliseconds: Int {
    Int(min(max(1, (self / .milliseconds(1)).rounded(.up)), 30 * 86_400_000))
  }
}
