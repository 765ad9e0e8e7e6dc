/// Marks URLs that differ only in hidden values, so that they have different names: with a number, `…/a.m3u8?id=…`,
/// `…/a.m3u8?id=…#2`, or with the names that a list gives them, `…/a.m3u8?id=…#News`, which do not depend on their order.
struct DistinctURLs {
  private struct Namesakes {
    /// The marks by the bytes of the identity: equal texts of Unicode may be different values.
    private var marks: [[UInt8]: String?] = [:]
    private var used: Set<String?> = []
    private var lowest = 1

    mutating func keep(_ identity: String, _ mark: String?) {
      marks[Array(identity.utf8)] = .some(mark)
      used.insert(mark)
    }

    mutating func mark(of identity: String, title: String?) -> String? {
      if let mark = marks[Array(identity.utf8)] { return mark }
      if let title, !used.contains(title) {
        keep(identity, title)
        return title
      }
      while used.contains(number) { lowest += 1 }
      let mark = number
      keep(identity, mark)
      return mark
    }

    /// The first one has no number.
    private var number: String? { lowest == 1 ? nil : String(lowest) }
  }

  /// By names without a mark.
  private var known: [String: Namesakes] = [:]

  /// Reserves the mark of a URL that had one before.
  mutating func keep(_ url: InputURL) {
    guard url.hidesValues else { return }
    known[url.shown, default: Namesakes()].keep(url.identity, url.mark)
  }

  /// The URL with the mark that it has already, or else with its title, or the lowest number that is free.
  mutating func marked(_ url: InputURL, title: String? = nil) -> InputURL {
    guard url.hidesValues else { return url }
    var url = url
    url.mark = known[url.shown, default: Namesakes()].mark(of: url.identity, title: title)
    return url
  }
}
