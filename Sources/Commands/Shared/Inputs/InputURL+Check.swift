import Formats
import HTTP
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
        _ = try NetworkURL(text)
        return nil
      } catch {
        return "\(error.reason): \(error.remedy)"
      }
    }
  }

  /// The same of two URLs with one destination (RFC 3986, section 6.2), without their secret parts.
  var identity: String {
    let name = name
    guard let authority = URLAuthority(of: name) else { return name }
    let scheme = name[authority.scheme].lowercased()
    var host = name[authority.range].lowercased()
    let rest = name.utf8[authority.range.upperBound...]
    guard kind == .web else { return "\(scheme)://\(host)\(Substring(rest))" }
    let usualPort = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(usualPort) { host.removeLast(usualPort.count) }
    // A fragment is for the reader of the page alone.
    let path = rest.prefix { $0 != UInt8(ascii: "#") }
    let slash = path.first == UInt8(ascii: "/") ? "" : "/"
    return "\(scheme)://\(host)\(slash)\(Substring(path))"
  }
}
