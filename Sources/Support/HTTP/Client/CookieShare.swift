import CCurl

/// The cookies of one loader, in memory, in a libcurl share that several transfers use. Their number is limited,
/// because a server may set any number of cookies.
package final class CookieShare: Sendable {
  /// The maximum total number of cookies after the limits were applied. RFC 6265, section 6.1, recommends 3000 for
  /// general-use user agents.
  package static let capacity = 1000
  /// The maximum number of cookies of one domain, as RFC 6265, section 6.1, recommends.
  package static let capacityOfDomain = 50
  /// The number of new cookies after which the limits are applied. libcurl accepts at most 50 from one response.
  static let batch = 50

  private struct State {
    var share: UnsafeMutableRawPointer?
    var news = 0
  }

  private let state = LoopBound(State())

  package init() {}

  /// The libcurl share, created at the first use on the network thread.
  private var share: UnsafeMutableRawPointer? {
    if let share = state.value.share { return share }
    state.value.share = id3tap_share_cookies()
    return state.value.share
  }

  deinit {
    // No transfer still uses the share, because every transfer holds a reference to its `CookieShare`.
    TransferLoop.shared.execute { [state] in
      if let share = state.value.share { curl_share_cleanup(share) }
    }
  }

  /// Records that a response had `newCount` `Set-Cookie` fields. Applies the limits after every `batch` new cookies.
  func note(newCount: Int, on easy: UnsafeMutableRawPointer) {
    guard newCount > 0 else { return }
    state.value.news += newCount
    guard state.value.news >= Self.batch else { return }
    state.value.news = 0
    cull(on: easy)
  }

  /// Removes the oldest cookies beyond the limits. libcurl lists the cookies of a domain in the order of their arrival.
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

  /// The domain in a line of a Netscape cookie file, without `#HttpOnly_` and a leading dot.
  private static func domain(of line: String) -> Substring {
    let mark = "#HttpOnly_"
    let name = line.prefix { $0 != "\t" }.dropFirst(line.hasPrefix(mark) ? mark.count : 0)
    return name.hasPrefix(".") ? name.dropFirst() : name
  }

  /// Calls `body` with a temporary handle that uses these cookies, if memory suffices.
  func withHandle(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let handle = curl_easy_init() else { return }
    defer { curl_easy_cleanup(handle) }
    guard attach(to: handle) == CURLE_OK else { return }
    body(handle)
  }

  func attach(to easy: UnsafeMutableRawPointer) -> CURLcode {
    guard let share else { return CURLE_OUT_OF_MEMORY }
    let code = id3tap_easy_set_pointer(easy, CURLOPT_SHARE, share)
    // libcurl's cookie engine starts only with a file name, which may be empty.
    return code == CURLE_OK ? id3tap_easy_set_string(easy, CURLOPT_COOKIEFILE, "") : code
  }

  /// The cookies of a handle as lines of a Netscape cookie file.
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
