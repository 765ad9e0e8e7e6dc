import CCurl

/// The cookies of one loader, in memory: libcurl's engine, which several transfers use together.
///
/// It is bounded against servers that set cookies without end.
package final class CookieShare: Sendable {
  /// RFC 6265, section 6.1, asks for at least this many in all, and for each domain.
  package static let capacity = 1000
  package static let capacityOfDomain = 50
  /// This many new ones are accepted before they are counted; libcurl takes no more by one handle.
  static let batch = 50

  private struct State {
    var share: UnsafeMutableRawPointer?
    /// Cookies set since they were counted.
    var news = 0
  }

  private let state = LoopBound(State())

  package init() {}

  /// Made by the first use, on the thread of the loop.
  private var share: UnsafeMutableRawPointer? {
    if let share = state.value.share { return share }
    state.value.share = id3tap_share_cookies()
    return state.value.share
  }

  deinit {
    // No transfer uses it any more: each holds its jar.
    TransferLoop.shared.execute { [state] in
      if let share = state.value.share { curl_share_cleanup(share) }
    }
  }

  /// Notes that this many cookies of an answer were taken over into the jar.
  func note(newCount: Int, on easy: UnsafeMutableRawPointer) {
    guard newCount > 0 else { return }
    state.value.news += newCount
    guard state.value.news >= Self.batch else { return }
    state.value.news = 0
    cull(on: easy)
  }

  /// Drops what is too much. libcurl lists the cookies of a domain in the order in which they came: the last ones
  /// are kept.
  private func cull(on easy: UnsafeMutableRawPointer) {
    let all = Self.lines(of: easy)
    var countByDomain: [Substring: Int] = [:]
    let kept = all.reversed().filter { line in
      let domain = Self.domain(of: line)
      countByDomain[domain, default: 0] += 1
      return countByDomain[domain, default: 0] <= Self.capacityOfDomain
    }.prefix(Self.capacity).reversed().map(\.self)
    guard kept.count < all.count else { return }
    id3tap_easy_set_string(easy, CURLOPT_COOKIELIST, "ALL")
    var left = kept[...]
    while !left.isEmpty {
      withHandle { handle in
        for line in left.prefix(Self.batch) {
          id3tap_easy_set_string(handle, CURLOPT_COOKIELIST, line)
        }
      }
      left = left.dropFirst(Self.batch)
    }
  }

  /// The domain of a line, without its marks.
  private static func domain(of line: String) -> Substring {
    let mark = "#HttpOnly_"
    let name = line.prefix { $0 != "\t" }.dropFirst(line.hasPrefix(mark) ? mark.count : 0)
    return name.hasPrefix(".") ? name.dropFirst() : name
  }

  /// Works with a handle that has the cookies.
  func withHandle(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let handle = curl_easy_init() else { return }
    defer { curl_easy_cleanup(handle) }
    guard attach(to: handle) == CURLE_OK else { return }
    body(handle)
  }

  /// Makes a handle use the cookies.
  func attach(to easy: UnsafeMutableRawPointer) -> CURLcode {
    guard let share else { return CURLE_OUT_OF_MEMORY }
    let code = id3tap_easy_set_pointer(easy, CURLOPT_SHARE, share)
    // Without a file to read the engine would not run.
    return code == CURLE_OK ? id3tap_easy_set_string(easy, CURLOPT_COOKIEFILE, "") : code
  }

  /// The cookies in the form of Netscape's file, one a line.
  static func lines(of easy: UnsafeMutableRawPointer) -> [String] {
    var list: UnsafeMutablePointer<curl_slist>?
    guard id3tap_easy_get_list(easy, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
    defer { curl_slist_free_all(list) }
    var lines: [String] = []
    var entry = list
    while let current = entry {
      if let text = current.pointee.data { lines.append(String(cString: text)) }
      entry = current.pointee.next
    }
    return lines
  }
}
