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
      guard path.hasPrefix("///"), path.utf8.count > 3, !path.utf8.contains(0),
        !path.contains("%"), !path.contains("?"), !path.contains("#")
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
    try address.check(RefusedHosts(hosts))
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
  static func url(
    of url: String,
    at address: HTTPAddress
  ) throws(CollectorURLError) -> HTTPAddress {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = url.firstRange(of: "://")
    else { throw .malformed("the URL of the ping has letters that no URL has") }
    let rest = url[scheme.upperBound...]
    let target = rest.firstIndex { "/?#".contains($0) }.map { rest[$0...] } ?? "/"
    var base = address.target[...]
    while base.hasSuffix("/") { base.removeLast() }
    return HTTPAddress(address, target: base + (target.hasPrefix("/") ? "" : "/") + target)
  }
}
