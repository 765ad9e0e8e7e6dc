/// The state of a viewing (`c59`): its content, its ads, and the timers of both.
struct ViewingState {
  private struct Content {
    var asset: RememberedText
    var channel: RememberedText?
    var reference: PingReference
  }

  /// The time of the first ping of the viewing, in Unix seconds.
  private(set) var begin: Int64?
  /// The time of the first content ping of the viewing, in Unix seconds.
  private(set) var firstContent: Int64?
  var isChangeReported = false
  private var content: Content?
  private var assets: Groups<AssetState.Key, AssetState>
  var segments = SegmentLint()
  private let limits: SessionLint.Limits

  init(_ limits: SessionLint.Limits) {
    self.limits = limits
    assets = Groups(limit: limits.assets)
  }

  /// The findings about the next ping of the viewing, and the segments missing before it.
  mutating func findings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> (findings: [PingFinding], gap: SegmentLint.Gap?) {
    if let made = ping.number("c61") {
      begin = min(begin ?? made, made)
      if ping.isContent { firstContent = min(firstContent ?? made, made) }
    }
    let findings = contentFindings(in: ping, reference) + assetFindings(in: ping, reference)
    let (order, gap) = segments.findings(in: ping, reference)
    return (findings + order, gap)
  }

  // MARK: - Content

  private mutating func contentFindings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> [PingFinding] {
    guard ping.isContent, let asset = ping.plain("ai").map(RememberedText.init) else { return [] }
    let channel = ping.plain("ch").map(RememberedText.init)
    guard let first = content else {
      content = Content(asset: asset, channel: channel, reference: reference)
      return []
    }
    var findings: [PingFinding] = []
    if first.asset != asset {
      findings.append(
        PingFinding(
          "viewing-two-contents",
          .error,
          "ai",
          "the viewing (c59) has content '\(first.asset.short)' in \(first.reference.words), "
            + "but '\(asset.short)' here: call end before loadMetadata for other content"
        )
      )
    } else if let old = first.channel, let channel, old != channel {
      findings.append(
        PingFinding(
          "viewing-two-channels",
          .error,
          "ch",
          "the viewing (c59) is on channel '\(old.short)' in \(first.reference.words), but on "
            + "'\(channel.short)' here: keep clientid and subbrand the same, or call end before the change"
        )
      )
    }
    if !findings.isEmpty {
      content = Content(asset: asset, channel: channel, reference: reference)
    }
    return findings
  }

  // MARK: - Assets

  private mutating func assetFindings(
    in ping: SentPing,
    _ reference: PingReference
  ) -> [PingFinding] {
    // The SDK sends NA for an ad without an asset id.
    guard let stream = ping.plain("c3"), let name = ping.plain("ai"), name != "NA" else {
      return []
    }
    let key = AssetState.Key(asset: RememberedText(name), isContent: stream == "c")
    let state = AssetState(ping, key, reference)
    let (isNew, limits) = (assets[key] == nil, limits)
    let confusion =
      isNew ? assets.all.lazy.compactMap { state.confusion(with: $0.group) }.first : nil
    return [confusion].compactMap(\.self)
      + assets.update(key, new: state) { state in
        (isNew ? [] : state.changes(in: ping, reference))
          + state.overlap(of: ping, reference, limits)
      }.result
  }
}

/// The state of one content asset or ad in a viewing.
struct AssetState {
  struct Key: Hashable {
    let asset: RememberedText
    /// Whether the asset is content and not an ad.
    let isContent: Bool
  }

  private let key: Key
  private var asset: RememberedText { key.asset }
  private var isContent: Bool { key.isContent }
  private let reference: PingReference
  /// The metadata in the first ping of the asset, by parameter.
  private var metadata: [String: RememberedText]
  private var reported: Set<String> = []
  /// The latest timers, with the spans that they measured in Unix seconds.
  private var timers: [(start: Int64, end: Int64, reference: PingReference)] = []

  /// The parameters that describe the asset, with their keys in loadMetadata. An ad has fewer, because its other
  /// parameters come from the content.
  private static func names(_ isContent: Bool) -> [(parameter: String, key: String)] {
    let own = [("tl", "title"), ("sd", "length")]
    guard isContent else { return own }
    return own + [
      ("cg", "program"), ("c32", "segA"), ("c33", "segB"), ("c34", "segC"),
      ("c53", "isfullepisode"),
      ("c54", "airdate"), ("c57", "adloadtype"),
    ]
  }

  init(_ ping: SentPing, _ key: Key, _ reference: PingReference) {
    self.key = key
    self.reference = reference
    metadata = [:]
    for (parameter, _) in Self.names(key.isContent) where ping[parameter] != nil {
      metadata[parameter] = RememberedText(ping.plain(parameter) ?? "")
    }
  }

  /// Reports metadata that differs from the first ping of the asset. Each parameter is reported once.
  mutating func changes(in ping: SentPing, _ earlier: PingReference) -> [PingFinding] {
    Self.names(isContent).compactMap { parameter, key in
      guard let old = metadata[parameter], ping[parameter] != nil, !reported.contains(parameter)
      else {
        return nil
      }
      let new = RememberedText(ping.plain(parameter) ?? "")
      guard new != old else { return nil }
      reported.insert(parameter)
      return PingFinding(
        "metadata-changed",
        .warning,
        parameter,
        "\(key) is '\(new.short)', but '\(old.short)' in \(reference.words) of the same viewing: pass "
          + "the same \(key) for '\(asset.short)' in each loadMetadata"
      )
    }
  }

  /// Reports that content has the id or title of an ad, or that an ad has the id or title of content.
  func confusion(with other: AssetState) -> PingFinding? {
    guard isContent != other.isContent else { return nil }
    let (own, foreign) = isContent ? ("content", "an ad") : ("an ad", "content")
    if asset == other.asset {
      return PingFinding(
        "ad-or-content",
        .error,
        "ai",
        "'\(asset.short)' is \(own) here and \(foreign) in \(other.reference.words): check the type and "
          + "the assetid in loadMetadata"
      )
    }
    guard let title = metadata["tl"], !title.isEmpty, title == other.metadata["tl"] else {
      return nil
    }
    return PingFinding(
      "ad-or-content",
      .warning,
      "tl",
      "\(own) has the title of \(foreign), '\(other.asset.short)' in \(other.reference.words): pass "
        + "separate metadata for ads and content"
    )
  }

  /// Reports that a timer measures time that another timer of the asset has already measured.
  mutating func overlap(
    of ping: SentPing,
    _ earlier: PingReference,
    _ limits: SessionLint.Limits
  ) -> [PingFinding] {
    guard ping.type == "timer", let start = ping.number("c64"), let end = ping.number("c61"),
      start <= end
    else { return [] }
    // If all timers have the same start, that time is the asset's start, and nothing overlaps.
    let other = timers.first { timer in
      timer.start != start && min(timer.end, end) - max(timer.start, start) > 1
    }
    timers.append((start, end, earlier), limit: limits.moments)
    return other.map { other in
      [
        PingFinding(
          "timers-overlap",
          .warning,
          "c64",
          "measures time that \(other.reference.words) also measures (c64 to c61): check that only one "
            + "player calls the SDK at a time"
        )
      ]
    } ?? []
  }
}
