import Documents

extension RehearsalReport {
  /// JUnit XML: a suite for each group, a case for each item. Items that were not assessed are skipped.
  package var junit: String {
    var document = JUnit(name: "id3tap rehearse")
    for group in RehearsalItem.Group.allCases {
      let entries = entries.filter { $0.group == group.rawValue }
      guard !entries.isEmpty else { continue }
      let name = "\(capture): \(group.rawValue). \(group.title)"
      document.append(name, entries.map(Self.testCase))
    }
    return document.text
  }

  private static func testCase(_ entry: RehearsalEntry) -> JUnit.Case {
    switch entry.status {
    case .passed: .passed(entry.id)
    case .notAssessed: .skipped(entry.id, entry.record ?? "")
    case .otherProduct: .skipped(entry.id, entry.status.words)
    case .failed:
      .failure(entry.id, entry.title, lines: entry.details.map { "\($0.name): \($0.text)" })
    }
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
