/// The state of a viewing (`c59`): its content, its ads, and their timers.
struct ViewingState {
  private struct Content {
    var asset: RememberedText
    var channel: RememberedText?
    var reference: PingReference
  }

  /// The time of its first ping.
  private(set) var begin: Int64?
  /// The time of its first ping about content.
  private(set) var firstContent: Int64?
  /// Whether a change of the channel was reported.
  var isChangeReported = false
  private var content: Content?
  private var assets: Groups<AssetState.Key, AssetState>
  /// The timers of the content.
  var segments = SegmentLint()
  private let limits: SessionLint.Limits

  init(_ limits: SessionLint.Limits) {
    self.limits = limits
    assets = Groups(limit: limits.assets)
  }

  /// The findings about the next ping of the viewing, and the segments that are missing before it.
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
          "the viewing (c59) has content '\(first.asset.short)' in \(first.reference.words), here it "
            + "has '\(asset.short)': call end before loadMetadata of other content"
        )
      )
    } else if let old = first.channel, let channel, old != channel {
      findings.append(
        PingFinding(
          "viewing-two-channels",
          .error,
          "ch",
          "the viewing (c59) is on channel '\(old.short)' in \(first.reference.words), here it is on "
            + "'\(channel.short)': keep clientid and subbrand the same, or call end before the change"
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
    // The SDK uses NA for an ad without an asset id.
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

/// The state of one content or ad in a viewing.
struct AssetState {
  struct Key: Hashable {
    let asset: RememberedText
    /// Whether the asset is content; otherwise it is an ad.
    let isContent: Bool
  }

  private let key: Key
  private var asset: RememberedText { key.asset }
  private var isContent: Bool { key.isContent }
  private let reference: PingReference
  /// The metadata in the first ping, by parameter.
  private var metadata: [String: RememberedText]
  private var reported: Set<String> = []
  /// The latest timers, with the times that they measured.
  private var timers: [(start: Int64, end: Int64, reference: PingReference)] = []

  /// The parameters that describe the asset, with their keys in loadMetadata. For an ad only its own ones count: the
  /// others come from the content, which may have the name of the ad.
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

  /// The findings about metadata that differs from that of the first ping. Each parameter is reported once.
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
        "\(key) is '\(new.short)', in \(reference.words) of the same viewing it is '\(old.short)': give "
          + "'\(asset.short)' the same \(key) in each loadMetadata"
      )
    }
  }

  /// The finding that content has the id or title of an ad, or the reverse.
  func confusion(with other: AssetState) -> PingFinding? {
    guard isContent != other.isContent else { return nil }
    let (own, foreign) = isContent ? ("content", "an ad") : ("an ad", "content")
    if asset == other.asset {
      return PingFinding(
        "ad-or-content",
        .error,
        "ai",
        "'\(asset.short)' is \(own) here and \(foreign) in \(other.reference.words): check the type and "
          + "the assetid that loadMetadata gets"
      )
    }
    guard let title = metadata["tl"], !title.isEmpty, title == other.metadata["tl"] else {
      return nil
    }
    return PingFinding(
      "ad-or-content",
      .warning,
      "tl",
      "\(own) has the title of \(foreign), '\(other.asset.short)' in \(other.reference.words): give "
        + "an ad its own metadata, and content its own"
    )
  }

  /// The finding that a timer measures time that another timer of the asset has measured.
  mutating func overlap(
    of ping: SentPing,
    _ earlier: PingReference,
    _ limits: SessionLint.Limits
  ) -> [PingFinding] {
    guard ping.type == "timer", let start = ping.number("c64"), let end = ping.number("c61"),
      start <= end
    else { return [] }
    // If all timers have the same start, it is that of the asset, and nothing overlaps.
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
          "measures time that \(other.reference.words) measures too, by c64 and c61: check that one "
            + "player calls the SDK at a time"
        )
      ]
    } ?? []
  }
}
