extension RehearsalItem {
  /// Items about metadata that must be constant for one asset and differ between assets.
  static let contentAssets: [RehearsalItem] = [
    RehearsalItem(
      "content-metadata-constant",
      "The metadata of content does not change within a viewing",
      expected: "equal \(metadataNames.joined(separator: " ")) in pings with the same c59 and ai",
      source: Documents.all(
        Documents.guide,
        "public issue segmentio/analytics.js-integrations#666"
      ),
      remedy: """
        Build the metadata once per content item, and pass the same object after each ad and pause.
        """,
      record: "Play content for 6 minutes."
    ) { capture, evidence in
      for viewing in capture.viewings {
        var first: [String: RehearsedPing] = [:]
        for ping in viewing.content {
          guard let model = first[ping["ai"]] else {
            first[ping["ai"]] = ping
            continue
          }
          let changes = metadataNames.filter { model[$0] != ping[$0] }
          if changes.isEmpty {
            evidence.show([model, ping], "the same in all pings")
          } else {
            let texts = changes.map { "\($0)=\(model[$0]), then \(ping.shown($0))" }
            evidence.contradict(
              [ping],
              "\(ping.shown("ai", "cr")): " + texts.joined(separator: "; ")
            )
          }
        }
      }
    },
    RehearsalItem(
      "content-change-new-viewing",
      "Each content item has its own viewing session",
      expected: "content pings with different ai have different c59",
      source: Documents.all(Documents.api, Documents.faq),
      remedy: "Call end (or stop), then play and loadMetadata for the next content.",
      record: "Play two content items, one after the other."
    ) { capture, evidence in
      let viewings = capture.viewings.filter { !$0.content.isEmpty }
      if let mixed = viewings.first(where: { $0.assets.count > 1 }) {
        evidence.contradict(
          mixed.content,
          "c59=\(mixed.id) with ai=" + mixed.assets.sorted().joined(separator: " and ai=")
        )
      }
      guard Set(viewings.flatMap(\.assets)).count > 1 else { return }
      evidence.show(
        viewings.compactMap(\.content.first),
        "\(viewings.count) viewings with one content item each"
      )
    },
  ]

  private static let metadataNames = [
    "tl", "cg", "sd", "c32", "c33", "c34", "c36", "c37", "c53", "c54", "c57", "c58",
  ]
}

extension CapturedViewing {
  /// The asset ids of the content, `ai`.
  fileprivate var assets: Set<String> { Set(content.map { $0["ai"] }) }
}
