/// Numbers URLs that differ only in hidden values, so that they have different names: `…/a.m3u8?id=…`, `…/a.m3u8?id=…#2`.
struct NumberedURLs {
  private struct Namesakes {
    /// The numbers by the bytes of the identity: equal texts of Unicode may be different values.
    private var numbers: [[UInt8]: Int] = [:]
    private var used: Set<Int> = []
    private var lowest = 1

    mutating func keep(_ identity: String, _ number: Int) {
      numbers[Array(identity.utf8)] = number
      used.insert(number)
    }

    mutating func number(of identity: String) -> Int {
      if let number = numbers[Array(identity.utf8)] { return number }
      while used.contains(lowest) { lowest += 1 }
      keep(identity, lowest)
      return lowest
    }
  }

  /// By names without a number.
  private var known: [String: Namesakes] = [:]

  /// Reserves the number of a URL that was numbered before.
  mutating func keep(_ url: InputURL) {
    guard url.hidesValues else { return }
    known[url.shown, default: Namesakes()].keep(url.identity, url.number)
  }

  /// The URL with the number that it has already, or else with the lowest that is free.
  mutating func numbered(_ url: InputURL) -> InputURL {
    guard url.hidesValues else { return url }
    var url = url
    url.number = known[url.shown, default: Namesakes()].number(of: url.identity)
    return url
  }
}
