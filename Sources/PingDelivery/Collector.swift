/// Where pings are sent: a collector of one's own, never one of production.
public struct Collector: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case http(HTTPAddress)
    /// The absolute path of a file.
    case file(String)
  }

  let place: Place

  /// The path of the file; nil: it is a server.
  package var path: String? { if case .file(let path) = place { path } else { nil } }

  /// Reads the URL of a collector: `http://HOST[:PORT][/PATH]`, the same with `https`, or
  /// `file:///PATH` for a file that gets one URL a line.
  ///
  /// - Throws: ``CollectorURLError``.
  public init(_ text: String) throws(CollectorURLError) {
    if text.lowercased().hasPrefix("file:") {
      let path = text.dropFirst("file:".count)
      guard path.hasPrefix("///"), path.utf8.count > 3,
        !path.contains(where: { "\0%?#".contains($0) })
      else {
        throw .malformed("give the file as file:///PATH, without escapes")
      }
      place = .file(String(path.dropFirst(2)))
      return
    }
    let address = try HTTPAddress(text)
    guard !address.target.contains("?") else {
      throw .malformed("a collector has no query: leave out what follows '?'")
    }
    place = .http(address)
  }

  /// Checks that `hosts`, which a configuration adds to those of production, leave this one alone.
  ///
  /// - Throws: ``CollectorURLError``.
  public func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    guard case .http(let address) = place else { return }
    if let refusal = RefusedHosts(hosts).refusal(of: address.host) { throw refusal }
  }

  /// Checks that `text` is an `http` or `https` URL whose host may be contacted, for a purpose other than
  /// sending pings.
  ///
  /// - Throws: ``CollectorURLError``.
  package static func checkAddress(
    _ text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    _ = try HTTPAddress(text, refusing: RefusedHosts(hosts))
  }

  /// The URL of a ping at `address` instead of its own host: the path and the query stay, after
  /// the path of the collector.
  ///
  /// - Throws: ``CollectorURLError`` when `url` is not valid.
  static func url(of url: String, at address: HTTPAddress) throws(CollectorURLError) -> HTTPAddress
  {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = url.firstRange(of: "://")
    else { throw .malformed("the URL of the ping has letters that no URL has") }
    let rest = url[scheme.upperBound...]
    let target = rest.firstIndex { "/?#".contains($0) }.map { rest[$0...] } ?? "/"
    var address = address
    while address.target.hasSuffix("/") { address.target.removeLast() }
    address.target += (target.hasPrefix("/") ? "" : "/") + target
    return address
  }
}

/// Why pings are not sent to a URL.
public struct CollectorURLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why pings are not sent to a URL.
  public enum Code: Sendable, Hashable {
    /// It is not a complete `http`, `https` or `file` URL, or has parts that a collector must not have.
    case malformed
    /// Its host collects real measurement data.
    case productionHost
    /// The configuration refuses its host.
    case refusedHost
  }

  /// Why pings are not sent.
  public var code: Code
  /// The problem and its remedy.
  public var description: String

  static func malformed(_ text: String) -> CollectorURLError {
    CollectorURLError(code: .malformed, description: text)
  }

  static func productionHost(_ domain: String) -> CollectorURLError {
    CollectorURLError(
      code: .productionHost,
      description: "pings are never sent to \(domain), where real measurement data is collected: "
        + "name a collector of your own"
    )
  }

  static func refusedHost(_ domain: String) -> CollectorURLError {
    CollectorURLError(
      code: .refusedHost,
      description: "the configuration refuses \(domain) (refusedHosts): name another host"
    )
  }
}
