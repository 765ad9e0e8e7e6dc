import Formats
import Records

extension RehearsalReport {
  /// JUnit XML: a suite for each group, a case for each item. Items that were not assessed are skipped.
  package var junit: String {
    var xml = JUnit.opening(name: "id3tap rehearse")
    for group in RehearsalItem.Group.allCases {
      let entries = entries.filter { $0.group == group.rawValue }
      guard !entries.isEmpty else { continue }
      xml += Self.suite("\(capture): \(group.rawValue). \(group.title)", entries)
    }
    return xml + JUnit.closing
  }

  private static func suite(_ name: String, _ entries: [RehearsalEntry]) -> String {
    let name = escaping(name)
    let failures = entries.count { $0.status == .failed }
    let skipped = entries.count { [.notAssessed, .otherProduct].contains($0.status) }
    return "  <testsuite name=\"\(name)\" tests=\"\(entries.count)\" failures=\"\(failures)\" "
      + "errors=\"0\" skipped=\"\(skipped)\">\n" + entries.map { testCase($0, name) }.joined()
      + "  </testsuite>\n"
  }

  private static func testCase(_ entry: RehearsalEntry, _ suite: String) -> String {
    let start = "    <testcase name=\"\(entry.id)\" classname=\"\(suite)\""
    switch entry.status {
    case .passed: return "\(start)/>\n"
    case .notAssessed:
      return "\(start)><skipped message=\"\(escaping(entry.record ?? ""))\"/></testcase>\n"
    case .otherProduct:
      return "\(start)><skipped message=\"\(entry.status.words)\"/></testcase>\n"
    case .failed:
      let lines = entry.details.map { "\($0.name): \($0.text)" }.joined(separator: "\n")
      return "\(start)><failure message=\"\(escaping(entry.title))\">\(escaping(lines))"
        + "</failure></testcase>\n"
    }
  }

  private static func escaping(_ text: String) -> String {
    XMLText.escaping(
      text.split(separator: "\n").map { PrintableText.escaping(String($0)) }
        .joined(separator: "\n")
    )
  }
}

extension RehearsalItem.Group {
  /// The title.
  package var title: String {
    switch self {
    case .setUp: "Set-up and session"
    case .content: "DCR content"
    case .ads: "DCR ads"
    case .pages: "DCR static"
    case .tags: "DTVR and ID3"
    case .interruptions: "Playheads and interruptions"
    case .optOut: "Opt-out and identity"
    case .casting: "OTT and casting"
    case .audio: "Audio"
    case .goingLive: "Going live"
    case .transport: "Transport"
    }
  }
}
