/// The state of a viewing session (`c59`): its content, its ads, their timers.
struct ViewingState {
  /// A segment that is missing.
  struct Gap {
    var segment: Int
    var finding: PingFinding
  }

  private struct Content {
    var asset: RememberedText
    var channel: RememberedText?
    var reference: PingReference
  }

  let limits: SessionLint.Limits
  /// When its first ping was made.
  private(set) var begin: Int64?
  var channel = ChannelLint.Viewing()
  private var content: Content?
  private var assets: [AssetState] = []
  private var segments = SegmentLint()

  init(_ limits: SessionLint.Limits) { self.limits = limits }

  /// When the latest ping about its content was made.
  var latestContent: Int64? { segments.latestMade }

  mutating func findings(in ping: SentPing, _ reference: PingReference) -> [PingFinding] {
    if let made = ping.number("c61") { begin = min(begin ?? made, made) }
    var findings = contentFindings(in: ping, reference)
    findings += assetFindings(in: ping, reference)
    findings += segments.findings(in: ping, reference)
    return findings
  }

  mutating func takeGaps() -> [Gap] { segments.takeGaps() }

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
    let asset = RememberedText(name)
    let place = assets.firstIndex { $0.isContent == (stream == "c") && $0.asset == asset }
    var state: AssetState
    var findings: [PingFinding] = []
    if let place {
      state = assets.remove(at: place)
      findings += state.changes(in: ping, reference)
    } else {
      state = AssetState(ping, asset, reference)
      findings += assets.compactMap { state.confusion(with: $0) }.prefix(1)
    }
    findings += state.overlap(of: ping, reference, limits)
    assets.append(state, limit: limits.assets)
    return findings
  }
}
