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

  /// Equal for two URLs with one destination (RFC 3986, section 6.2): ``values`` in one spelling. Not for results and messages.
  var identity: String {
    let values = values
    guard let authority = URLAuthority(of: values) else { return values }
    let scheme = values[authority.scheme].lowercased()
    var host = values[authority.range].lowercased()
    let rest = values.utf8[authority.range.upperBound...]
    guard kind == .web else { return "\(scheme)://\(host)\(Substring(rest))" }
    let usualPort = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(usualPort) { host.removeLast(usualPort.count) }
    // A fragment is for the reader of the page alone.
    let path = rest.prefix { $0 != UInt8(ascii: "#") }
    let slash = path.first == UInt8(ascii: "/") ? "" : "/"
    return "\(scheme)://\(host)\(slash)\(Substring(path))"
  }
}
