import FoundationEssentials

/// An `http` or `https` URL without user information and fragment.
struct FetchAddress: Sendable, Hashable {
  /// The URL as it is requested.
  let text: String
  /// Whether the scheme is `https`.
  let isSecure: Bool
  /// The host in lower case, without brackets.
  let host: String
  let port: Int
  /// The path; it starts with a slash and has no query.
  let path: String

  init(_ text: String) throws(ResourceError) {
    guard let url = URL(string: text) else { throw Self.senseless(text, "is not a URL") }
    try self.init(url)
  }

  private init(_ url: URL) throws(ResourceError) {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.user = nil
    parts?.password = nil
    parts?.fragment = nil
    guard let parts, let text = parts.string else {
      throw Self.senseless(url.absoluteString, "is not a URL")
    }
    switch parts.scheme?.lowercased() {
    case "http": isSecure = false
    case "https": isSecure = true
    default:
      throw ResourceError(
        .unsupported,
        url: text,
        reason: "is not an http or https URL",
        remedy: "only http and https are fetched"
      )
    }
    let host = (parts.host ?? "").lowercased()
    self.host =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard !self.host.isEmpty else { throw Self.senseless(text, "names no host") }
    port = parts.port ?? (isSecure ? 443 : 80)
    guard (1...0xffff).contains(port) else {
      throw Self.senseless(text, "names an impossible port")
    }
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    self.text = text
  }

  /// The address that a `Location` in a response to this URL names (RFC 9110, section 10.2.2).
  func resolving(_ location: String) throws(ResourceError) -> FetchAddress {
    guard let base = URL(string: text), let url = URL(string: location, relativeTo: base) else {
      throw Self.senseless(text, "was redirected to an address that is not a URL")
    }
    return try FetchAddress(url.absoluteURL)
  }

  /// The host for messages, with the port if it is not the default one.
  var place: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// Whether secrets for `other` may be sent to this address: it has the same host, and is encrypted if `other` is.
  func mayKnowSecrets(of other: FetchAddress) -> Bool {
    guard host == other.host else { return false }
    return isSecure == other.isSecure ? port == other.port : isSecure
  }

  private static func senseless(_ text: String, _ reason: String) -> ResourceError {
    ResourceError(.unsupported, url: text, reason: reason, remedy: "check the URL")
  }
}

/// User name and password.
struct Credentials: Sendable, Hashable {
  var user: String
  var password: String

  init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// The user information of a URL (RFC 3986, section 3.2.1); fails if there is none.
  init?(in text: String) {
    guard let parts = URLComponents(string: text), let user = parts.user else { return nil }
    self.user = user
    password = parts.password ?? ""
  }

  /// The value of `Authorization` (RFC 7617).
  var basic: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}
