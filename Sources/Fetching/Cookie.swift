/// A cookie as a server sets it (RFC 6265, section 5.2).
struct Cookie: Sendable, Hashable {
  var name: String
  var value: String
  /// In lower case, without a dot in front; nil: only for the host that set it.
  var domain: String?
  /// Starts with a slash; nil: where the URL that set it stands.
  var path: String?
  var isSecure = false
  /// Unix seconds; nil: as long as the jar lives.
  var expiry: Int64?

  /// Reads the value of `Set-Cookie`; nil when it sets nothing.
  init?(_ text: String, now: Int64) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    name = pair[..<equals].trimmingBlanks
    value = pair[pair.index(after: equals)...].trimmingBlanks
    guard !name.isEmpty, (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
    var maximumAge: Int64?
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count == 2 ? halves[1].trimmingBlanks : ""
      switch halves[0].trimmingBlanks.lowercased() {
      case "domain":
        let name = value.hasPrefix(".") ? value.dropFirst() : value[...]
        domain = name.isEmpty ? nil : name.lowercased()
      case "path": path = value.hasPrefix("/") ? value : nil
      case "secure": isSecure = true
      case "expires": expiry = HTTPDate.seconds(value) ?? expiry
      case "max-age": maximumAge = Int64(value) ?? maximumAge
      default: break
      }
    }
    if let maximumAge {
      expiry = maximumAge <= 0 ? .min : now + min(maximumAge, Int64(1) << 32)
    }
  }
}
