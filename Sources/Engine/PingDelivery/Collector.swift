import Formats
import HTTP
import NielsenAppApi

/// The server that receives the pings: your own, never a production server of Nielsen.
public struct Collector: Sendable, Equatable {
  let address: WebAddress

  /// Reads the URL of a collector: `http://HOST[:PORT][/PATH]`, or with `https`.
  public init(_ text: String) throws(CollectorURLError) {
    address = try WebAddress(contacting: text)
    guard !address.text.contains("?") else {
      throw CollectorURLError("a collector has no query: remove '?' and the text after it")
    }
  }

  /// Checks that the host is neither a production host nor one of `hosts`, which a configuration refuses.
  public func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    try address.check(refusing: hosts)
  }

  /// Checks that `text` is an `http` or `https` URL, without a user name, whose host may be contacted.
  package static func checkAddress(
    _ text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    _ = try WebAddress(contacting: text, refusing: hosts)
  }
}

/// An error about a URL that must not be contacted or is not valid.
public struct CollectorURLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String
  /// Whether the host is a production host, which collects real measurement data.
  public var isProductionHost: Bool

  init(_ description: String, isProductionHost: Bool = false) {
    (self.description, self.isProductionHost) = (description, isProductionHost)
  }
}

extension WebAddress {
  /// Reads the URL of a server. Throws an error if the URL is not valid, has a user name, or has a refused host.
  init(
    contacting text: String,
    refusing hosts: Set<String> = []
  ) throws(CollectorURLError) {
    guard Self.isPlain(text), let address = WebAddress(text) else {
      throw CollectorURLError("not an http or https URL: give one like http://127.0.0.1:8977")
    }
    try address.check(refusing: hosts)
    guard address.userInformation == nil else {
      throw CollectorURLError("user names and passwords are not sent: remove the part before '@'")
    }
    self = address
  }

  /// Checks that the host is neither a production host nor one of `hosts`, nor a subdomain of them
  /// (section 4.4 of the engine's specification).
  func check(refusing hosts: Set<String>) throws(CollectorURLError) {
    if let domain = ProductionHosts.domain(of: host) {
      throw CollectorURLError(
        "nothing is sent to \(domain), where real measurement data is collected: "
          + "name a server of your own",
        isProductionHost: true
      )
    }
    let names = hosts.map { ProductionHosts.normalized($0.filter { !"[]".contains($0) }) }
    if let name = ProductionHosts.domain(of: host, in: names.filter { !$0.isEmpty }.sorted()) {
      throw CollectorURLError("the configuration refuses \(name) (refusedHosts): name another host")
    }
  }

  /// The URL with which a ping is sent to this server: this address, then the path and query of the ping.
  func url(ofPing ping: String) throws(CollectorURLError) -> String {
    let parts = URIReference(ping)
    guard Self.isPlain(ping), parts.authority != nil else {
      throw CollectorURLError("the ping has an invalid URL: correct the configured endpoints")
    }
    var base = text
    while base.hasSuffix("/") { base.removeLast() }
    return base + (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?" + $0 } ?? "")
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
