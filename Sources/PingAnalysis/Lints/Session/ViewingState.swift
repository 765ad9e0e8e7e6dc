/// What is remembered of a viewing (`c59`): its content, its ads, their timers.
struct ViewingState {
  private struct Content {
    var asset: RememberedText
    var channel: RememberedText?
    var reference: PingReference
  }

  /// When its first ping was made.
  private(set) var begin: Int64?
  /// When the first of its pings about content was made.
  private(set) var firstContent: Int64?
  /// Whether a change of the channel in it was reported.
  var isChangeReported = false
  private var content: Content?
  private var assets: Groups<AssetState.Key, AssetState>
  private var segments = SegmentLint()
  private let limits: SessionLint.Limits

  init(_ limits: SessionLint.Limits) {
    self.limits = limits
    assets = Groups(limit: limits.assets)
  }

  /// When the latest ping about its content was made.
  var latestContent: Int64? { segments.latestMade }

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

  /// A finding when its content was not ended, although other content began.
  mutating func missingEnd(before time: Int64) -> PingFinding? { segments.missingEnd(before: time) }

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
    // An ad of which the app knows nothing is called NA.
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
