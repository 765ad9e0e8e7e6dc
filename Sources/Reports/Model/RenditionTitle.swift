import Formats

/// The title of a rendition on a page: its resolution and bit rate.
enum RenditionTitle {
  /// `video/1280x720/3200000` becomes `1280x720 · 3.2 Mb/s`, `audio/aac/English` becomes
  /// `audio · English`. Any other name stays.
  static func words(_ rendition: String) -> String {
    let parts = rendition.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("video", 2) where isSize(parts[1]): return spaced(parts[1])
    case ("video", 3) where isSize(parts[1]):
      return bitRate(parts[2]).map { "\(parts[1]) · \($0)" } ?? rendition
    case ("variant", 2): return bitRate(parts[1]) ?? rendition
    case ("audio", 3...): return "audio · " + parts[2...].joined(separator: "/")
    default: return rendition
    }
  }

  /// Bits a second: `3.2 Mb/s`, with the number that distinguishes equal names.
  private static func bitRate(_ text: String) -> String? {
    let parts = text.split(separator: "#", maxSplits: 1)
    guard let first = parts.first, let rate = Int(first), rate >= 0, rate < 1_000_000_000_000 else {
      return nil
    }
    let more = parts.count > 1 ? " #\(parts[1])" : ""
    guard rate >= 1_000_000 else { return "\((rate + 500) / 1000) kb/s" + more }
    let tenths = (rate + 50_000) / 100_000
    return (tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + " Mb/s" + more
  }

  private static func isSize(_ text: String) -> Bool {
    guard let size = text.split(separator: "#", maxSplits: 1).first else { return false }
    let numbers = size.split(separator: "x", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { Int($0).map { $0 > 0 } ?? false }
  }

  private static func spaced(_ text: String) -> String { text.replacing("#", with: " #") }
}

extension TimelineTrack {
  /// Its title.
  func title(in input: InputReport) -> String {
    let title = rendition.map { input.titles[$0] ?? $0 }
    let parts = [title, program.map { "program \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "tags" : parts.joined(separator: ", ")
  }
}

extension InputReport {
  /// The titles of the streams. Where two would be the same, as of renditions with the
  /// same bit rate when rounded, both keep the name in the record.
  var titles: [String: String] {
    let names = Set(tracks.compactMap(\.rendition) + streams.compactMap(\.rendition))
    let owners = Dictionary(grouping: names, by: RenditionTitle.words)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let title = RenditionTitle.words(name)
        return (name, owners[title]?.count == 1 ? title : name)
      }
    )
  }
}
