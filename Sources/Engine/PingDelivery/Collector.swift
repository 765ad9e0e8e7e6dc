import Formats
import HTTP
import NielsenAppApi

/// Where pings are sent: a server of one's own, never one of production.
public struct Collector: Sendable, Equatable {
  let address: WebAddress

  /// Reads the URL of a collector: `http://HOST[:PORT][/PATH]`, or the same with `https`.
  public init(_ text: String) throws(CollectorURLError) {
    address = try WebAddress(contacting: text)
    guard !address.text.contains("?") else {
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
    _ = try WebAddress(contacting: text, refusing: hosts)
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

/// Servers that may be contacted.
extension WebAddress {
  /// Reads the URL of a server; throws also when its host must not be contacted.
  init(
    contacting text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    guard Self.isPlain(text), let address = WebAddress(text) else {
      throw CollectorURLError("it is no http or https URL: give one like http://127.0.0.1:8977")
    }
    try address.check(refusing: hosts)
    guard address.userInformation == nil else {
      throw CollectorURLError("user names and passwords are not sent: remove the part before '@'")
    }
    self = address
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
    return base + (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?" + $0 } ?? "")
  }

  /// Whether `text` has neither spaces nor control characters nor letters beyond ASCII.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
