import Records

/// The identity of a report: its size, the time of the check, the version and the settings.
struct IdentityLine {
  let report: Report

  /// As many settings are named.
  private static let shownSettings = 6

  /// `25 inputs · 2 h 18 min of content · checked 2026-11-22 01:36 UTC with id3tap 0.1.0, default settings`
  var text: String {
    let parts =
      content + [
        origin ?? "reported with id3tap \(ToolVersion.id3tap)",
        "independent software, not a Nielsen certification",
      ]
    return parts.joined(separator: " · ")
  }

  /// `checked 2026-11-22 01:36 UTC with id3tap 0.1.0, default settings, in the folder news`; nil where only
  /// records are known.
  var origin: String? {
    let runs = report.runs
    guard let first = runs.first, let last = runs.last else { return nil }
    let (start, end) = (Self.minute(first.started), Self.minute(last.started))
    let times = start == end ? start : "\(start) to \(end)"
    return "checked \(times) with id3tap \(versions), \(settings)"
      + (folder.map { ", in the folder \($0)" } ?? "")
  }

  private var content: [String] {
    let totals = report.totals
    var parts: [String] = []
    if totals.inputs > 0 {
      parts.append(Quantity.plural(totals.inputs, "input"))
      if totals.duration > 0 { parts.append("\(Quantity.span(totals.duration)) of content") }
      let (data, info) = (Quantity.count(totals.tags.data), Quantity.count(totals.tags.info))
      parts.append("\(data) DATA and \(info) INFO tags")
    }
    if totals.pings > 0 { parts.append(Quantity.plural(totals.pings, "ping")) }
    if report.comparisons.count > 0 {
      parts.append(Quantity.plural(report.comparisons.count, "comparison"))
    }
    return parts
  }

  private var versions: String {
    var seen: Set<String> = []
    return WordList.text(report.runs.map(\.version).filter { seen.insert($0).inserted })
  }

  private var settings: String {
    let all = report.runs.map(\.differingSettings)
    guard let first = all.first else { return "" }
    guard all.allSatisfy({ $0 == first }) else { return "settings that differ between runs" }
    return first.isEmpty
      ? "default settings"
      : "settings: " + WordList.text(first, upTo: Self.shownSettings, noun: "more setting")
  }

  /// The folder alone: its path is private.
  private var folder: String? {
    let folders = Set(report.runs.map(\.directory))
    guard folders.count == 1, let name = folders.first?.split(separator: "/").last else {
      return nil
    }
    return LongText.cut(String(name), to: 60)
  }

  /// `2026-11-22 01:36 UTC` of RFC 3339 in UTC.
  private static func minute(_ time: String) -> String { date(time, length: 16) }

  /// `2026-11-22 01:36:08 UTC`.
  static func second(_ time: String) -> String { date(time, length: 19) }

  private static func date(_ time: String, length: Int) -> String {
    guard time.utf8.count >= length, time.hasSuffix("Z") else { return LongText.cut(time, to: 40) }
    return time.prefix(length).replacing("T", with: " ") + " UTC"
  }
}
