import Foundation
import Synchronization

@testable import PingAnalysis

/// Selects pings of a capture for an edit.
struct Pick: Sendable {
  let holds: @Sendable (SentPing) -> Bool

  init(_ holds: @escaping @Sendable (SentPing) -> Bool) { self.holds = holds }

  static let all = Pick { _ in true }
  static let content = product(.dcr) && value("c3", "c")
  static let ad = product(.dcr) && value("c3", "a")
  static let page = product(.page)
  static let dtvr = product(.dtvr)
  static let raw = product(.id3)
  static let lookup = product(.tsv)
  static let session = product(.session)
  static let view = prefix("V")
  static let timer = prefix("D")

  static func product(_ product: SentPing.Product) -> Pick { Pick { $0.product == product } }
  /// Pings with this letter in the credit string.
  static func prefix(_ prefix: String) -> Pick { Pick { $0.credit?.prefix == prefix } }
  /// Pings with this number after the letter of the credit string.
  static func number(_ number: Int) -> Pick { Pick { $0.credit?.number == number } }
  /// Pings with this value of a parameter, without its key. An empty value selects blank and missing parameters.
  static func value(_ name: String, _ value: String) -> Pick {
    Pick { ($0.plain(name) ?? "") == value }
  }
  static func asset(_ id: String) -> Pick { value("ai", id) }

  static func && (left: Pick, right: Pick) -> Pick { Pick { left.holds($0) && right.holds($0) } }
  static func || (left: Pick, right: Pick) -> Pick { Pick { left.holds($0) || right.holds($0) } }
  static prefix func ! (pick: Pick) -> Pick { Pick { !pick.holds($0) } }
}

/// Edits of a capture, given as ping URLs in the order of arrival.
extension [String] {
  /// Removes the picked pings.
  func dropping(_ pick: Pick) -> [String] { filter { !$0.isPicked(pick) } }

  /// Keeps only the picked pings.
  func keeping(_ pick: Pick) -> [String] { filter { $0.isPicked(pick) } }

  /// Cuts the capture after the first `count` picked pings.
  func cut(after count: Int, of pick: Pick) -> [String] {
    var left = count
    var urls: [String] = []
    for url in self {
      urls.append(url)
      if url.isPicked(pick) { left -= 1 }
      if left <= 0 { break }
    }
    return urls
  }

  /// Sets a parameter, without its key, in the first `count` picked pings.
  func setting(_ name: String, _ value: String, in pick: Pick, first count: Int = .max) -> [String]
  {
    editing(pick, first: count) { $0.setting(name, value) }
  }

  /// Moves the creation, send and start times and `rnd` of the picked pings by seconds.
  func shifting(by seconds: Int64, _ pick: Pick, first count: Int = .max) -> [String] {
    editing(pick, first: count) { url in
      ["c61", "c62", "c64"].reduce(url) { $0.adding(seconds, to: $1) }
        .adding(seconds * 1000, to: "rnd")
    }
  }

  /// Adds `seconds` to a parameter of the picked pings.
  func adding(_ seconds: Int64, to name: String, in pick: Pick) -> [String] {
    editing(pick) { $0.adding(seconds, to: name) }
  }

  /// Repeats each picked ping, with a different `rnd`.
  func repeating(_ pick: Pick, first count: Int = .max) -> [String] {
    var left = count
    return flatMap { url -> [String] in
      guard left > 0, url.isPicked(pick) else { return [url] }
      left -= 1
      return [url, url.adding(1, to: "rnd")]
    }
  }

  /// Adds further pings, and sorts all by the time at which they were made.
  func merging(_ others: [String] = []) -> [String] {
    let urls = self + others
    let times = urls.map { url in
      ReadPings.of(url).first?.madeAt?.rounded(.down) ?? 0
    }
    return urls.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { urls[$0] }
  }

  /// Sets the asset id in all parameters of the picked pings that contain it.
  func settingAsset(_ id: String, in pick: Pick) -> [String] {
    editing(pick) { url in
      let ping = ReadPings.of(url).first
      let area = ping?.plain("ca")?.split(separator: "_").prefix(2).joined(separator: "_") ?? ""
      return url.setting("ai", id).setting("adid", id).setting("ca", "\(area)_\(id)")
    }
  }

  /// Changes the first `count` picked pings.
  func editing(_ pick: Pick, first count: Int = .max, _ edit: (String) -> String) -> [String] {
    var left = count
    return map { url in
      guard left > 0, url.isPicked(pick) else { return url }
      left -= 1
      return edit(url)
    }
  }
}

/// Caches the parsed pings of URLs, because the same captures are edited repeatedly.
private enum ReadPings {
  private static let known = Mutex<[String: [SentPing]]>([:])

  static func of(_ url: String) -> [SentPing] {
    if let pings = known.withLock({ $0[url] }) { return pings }
    let pings = Array(PingRecognizer.pings(in: CapturedRequest(url: url)))
    known.withLock { $0[url] = pings }
    return pings
  }
}

extension String {
  fileprivate func isPicked(_ pick: Pick) -> Bool { ReadPings.of(self).contains(where: pick.holds) }

  /// Sets a parameter of the URL, keeping its key, or adds it. The value is percent-encoded unless it `isEncoded`.
  func setting(_ name: String, _ value: String, isEncoded: Bool = false) -> String {
    let kept = CharacterSet.alphanumerics.union(Self.kept)
    let encoded =
      isEncoded ? value : value.addingPercentEncoding(withAllowedCharacters: kept) ?? value
    return changing(name) { old in
      let key = SentPing.hasKey(name) ? old.prefix { $0 != "," } + "," : ""
      return key + encoded
    }
  }

  /// Removes a parameter from the URL.
  func removing(_ name: String) -> String { changing(name) { _ in nil } }

  /// Adds a number to a parameter of the URL if its value is a number.
  fileprivate func adding(_ amount: Int64, to name: String) -> String {
    changing(name) { old in
      let parts = old.split(separator: ",", omittingEmptySubsequences: false)
      guard let last = parts.last, let number = Int64(last) else { return String(old) }
      return (parts.dropLast().map(String.init) + [String(number + amount)]).joined(separator: ",")
    }
  }

  private static let kept = CharacterSet(charactersIn: "-._~,")

  /// Replaces the value of a parameter, or removes the parameter for a nil result.
  private func changing(_ name: String, _ change: (Substring) -> String?) -> String {
    let halves = split(separator: "?", maxSplits: 1)
    guard halves.count == 2 else { return self }
    var isFound = false
    var parts = halves[1].split(separator: "&").compactMap { part -> String? in
      guard part.hasPrefix(name + "=") else { return String(part) }
      isFound = true
      return change(part.dropFirst(name.count + 1)).map { "\(name)=\($0)" }
    }
    if !isFound, let value = change(""), !value.isEmpty { parts.append("\(name)=\(value)") }
    return halves[0] + "?" + parts.joined(separator: "&")
  }
}
