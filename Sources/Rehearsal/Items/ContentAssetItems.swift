extension RehearsalItem {
  /// The common properties of the pings of one asset, and of two.
  static let contentAssets: [RehearsalItem] = [
    RehearsalItem(
      "content-metadata-constant",
      .content,
      "The metadata of a content is the same in all its pings of a viewing",
      source: Documents.all(
        Documents.guide,
        "public issue segmentio/analytics.js-integrations#666"
      ),
      remedy: """
        Build the metadata once for each content, and pass the same object after each ad and pause.
        """,
      record: "Play content for 6 minutes.",
      judge: metadataIsConstant
    ),
    RehearsalItem(
      "content-change-new-viewing",
      .content,
      "Two contents have two viewing sessions",
      source: Documents.all(Documents.api, Documents.faq),
      remedy: "Call end (or stop), then play and loadMetadata for the next content.",
      record: "Play two contents one after the other.",
      judge: contentsHaveViewings
    ),
  ]

  private static let metadataNames = [
    "tl", "cg", "sd", "c32", "c33", "c34", "c36", "c37", "c53", "c54", "c57", "c58",
  ]

  private static func metadataIsConstant(_ capture: RehearsalCase) -> RehearsalOutcome {
    var same: [Int] = []
    var wrong: [(RehearsedPing, RehearsedPing)] = []
    for viewing in capture.viewings {
      var first: [String: RehearsedPing] = [:]
      for ping in viewing.content {
        guard let model = first[ping["ai"]] else {
          first[ping["ai"]] = ping
          continue
        }
        if metadataNames.allSatisfy({ model[$0] == ping[$0] }) {
          same += [model.index, ping.index]
        } else {
          wrong.append((model, ping))
        }
      }
    }
    let expected = "equal \(metadataNames.joined(separator: " ")) in the pings of one c59 and ai"
    if let (model, ping) = wrong.first {
      let changes = metadataNames.filter { model[$0] != ping[$0] }
        .map { "\($0)=\(model[$0]), then \(ping.shown($0))" }
      return .failed(
        evidence: wrong.map(\.1.index),
        expected: expected,
        seen: "\(ping.shown("ai", "cr")): " + changes.joined(separator: "; ")
      )
    }
    return same.isEmpty
      ? .notAssessed
      : .passed(evidence: same.uniqued, expected: expected, seen: "the same in all pings")
  }

  private static func contentsHaveViewings(_ capture: RehearsalCase) -> RehearsalOutcome {
    let expected = "content pings with two ai have two c59"
    let mixed = capture.viewings.first { $0.assets.count > 1 }
    if let mixed {
      return .failed(
        evidence: mixed.content.map(\.index),
        expected: expected,
        seen: "c59=\(mixed.id) with ai=" + mixed.assets.sorted().joined(separator: " and ai=")
      )
    }
    let viewings = capture.viewings.filter { !$0.content.isEmpty }
    guard Set(viewings.flatMap(\.assets)).count > 1 else { return .notAssessed }
    return .passed(
      evidence: viewings.compactMap(\.content.first?.index),
      expected: expected,
      seen: "\(viewings.count) viewings with one content each"
    )
  }
}

extension CapturedViewing {
  /// The asset ids of its content.
  fileprivate var assets: Set<String> { Set(content.map { $0["ai"] }) }
}
