import Formats
import HTTP
import NielsenAppApi

/// Where pings are sent: a server of one's own, never one of production.
public struct Collector: Sendable, Equatable {
  let address: HTTPAddress

  /// Reads the URL of a collector: `http://HOST[:PORT][/PATH]`, or the same with `https`.
  public init(_ text: String) throws(CollectorURLError) {
    address = try HTTPAddress(text)
    guard !address.target.contains("?") else {
      throw CollectorURLError("a collector has no query: leave out what follows '?'")
    }
  }

  /// Checks that `hosts`, which a configuration adds to those of production, leave this one alone.
  public func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    try address.check(refusing: hosts)
  }

  /// Checks that `text` is an `http` or `https` URL whose host may be contacted, for another purpose than pings.
  package static func checkAddress(
    _ text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    _ = try HTTPAddress(text, refusing: hosts)
  }
}

/// Why pings are not sent to a URL.
public struct CollectorURLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String
  /// Whether the host collects real measurement data.
  public var isProductionHost: Bool

  init(_ description: String, isProductionHost: Bool = false) {
    (self.description, self.isProductionHost) = (description, isProductionHost)
  }
}

/// An `http` or `https` URL of a host that may be contacted, judged as libcurl reads it, which is what connects.
struct HTTPAddress: Sendable, Equatable {
  /// The scheme, the host in lower case, and the port if there is one: `http://127.0.0.1:8977`.
  let origin: String
  /// The host as libcurl reads it.
  let host: String
  /// The path, beginning with a slash, and the query; no fragment.
  let target: String

  /// The whole URL.
  var text: String { origin + target }

  /// Reads `text`; throws also when the host must not be contacted.
  init(_ text: String, refusing hosts: Set<String> = []) throws(CollectorURLError) {
    let parts = URIReference(text)
    guard Self.isPlain(text), let place = URLPlace(text), let authority = parts.authority,
      !authority.isEmpty
    else {
      throw CollectorURLError("it is no http or https URL: give one like http://127.0.0.1:8977")
    }
    host = place.host
    origin = (place.isSecure ? "https://" : "http://") + authority.lowercased()
    target = Self.target(of: parts)
    try check(refusing: hosts)
    guard !authority.contains("@") else {
      throw CollectorURLError("user names and passwords are not sent: remove the part before '@'")
    }
  }

  /// Checks that the host is not one of production, nor one of `hosts`, nor below one of these (section 4.4 of the
  /// engine's specification).
  func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    if let domain = ProductionHosts.domain(of: host) {
      throw CollectorURLError(
        "pings are never sent to \(domain), where real measurement data is collected: "
          + "name a collector of your own",
        isProductionHost: true
      )
    }
    let names = hosts.map { ProductionHosts.normalized($0.filter { !"[]".contains($0) }) }
    if let name = ProductionHosts.domain(of: host, in: names.filter { !$0.isEmpty }.sorted()) {
      throw CollectorURLError("the configuration refuses \(name) (refusedHosts): name another host")
    }
  }

  /// The URL of a ping at this address instead of its own host: the path and the query stay, after the path of
  /// this address.
  func url(ofPing ping: String) throws(CollectorURLError) -> String {
    let parts = URIReference(ping)
    guard Self.isPlain(ping), parts.authority != nil else {
      throw CollectorURLError("the URL of the ping has letters that no URL has")
    }
    var base = text
    while base.hasSuffix("/") { base.removeLast() }
    return base + Self.target(of: parts)
  }

  private static func target(of parts: URIReference) -> String {
    (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?" + $0 } ?? "")
  }

  /// Whether `text` has neither spaces nor control characters nor letters beyond ASCII.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
