import HTTP
import NielsenAppApi

extension ServerRequest {
  /// The URL that was asked for, with `scheme`, and with `host` and its port where the request names none.
  func url(scheme: String, host: String) -> String { url(scheme, host, target[...]) }

  /// The URL without its query.
  var plainURL: String { url("http", "localhost", path) }

  /// Whether a production host was asked, through a proxy or under its name.
  var isForProduction: Bool {
    URLPlace(plainURL).map { ProductionHosts.domain(of: $0.host) != nil } ?? false
  }

  private func url(_ scheme: String, _ host: String, _ target: Substring) -> String {
    guard target.hasPrefix("/") else { return String(target) }
    let named = self.host.flatMap { $0.isEmpty ? nil : $0 } ?? host
    return "\(scheme)://\(named)\(target)"
  }

  /// The codings of the body, in lower case: none, or `gzip` and the like.
  var codings: [String] {
    headers.values("Content-Encoding").flatMap { field in
      field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        .filter { $0 != "identity" }
    }
  }

  /// The type of the body in lower case, without its parameters; empty when it is not given.
  var type: String {
    let name = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    return name.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}
