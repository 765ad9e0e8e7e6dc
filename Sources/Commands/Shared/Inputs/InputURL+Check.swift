import Fetching
import Presentation
import TimedMetadata

extension InputURL {
  /// Why nothing can be at it, and what to do; nil: without a request nothing is known to be wrong.
  var problem: String? {
    switch kind {
    case .web:
      do throws(ResourceError) {
        try HTTPLoader.check(text)
        return nil
      } catch {
        return "\(error.reason): \(error.remedy)"
      }
    case .feed:
      do throws(TimedMetadataError) {
        try NetworkSource.check(text)
        return nil
      } catch {
        return "\(error.reason): \(error.remedy)"
      }
    }
  }

  /// The same of two URLs with one destination (RFC 3986, section 6.2), without their secret parts.
  var identity: String {
    guard let mark = name.range(of: "://") else { return name }
    let scheme = name[..<mark.lowerBound].lowercased()
    let authority = name[mark.upperBound...].prefix { !"/?#".contains($0) }
    let rest = name[authority.endIndex...]
    guard kind == .web else { return "\(scheme)://\(authority.lowercased())\(rest)" }
    let usualPort = scheme == "https" ? ":443" : ":80"
    var host = authority.lowercased()
    if host.hasSuffix(usualPort) { host.removeLast(usualPort.count) }
    // A fragment is for the reader of the page alone.
    let path = rest.prefix { $0 != "#" }
    return "\(scheme)://\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
