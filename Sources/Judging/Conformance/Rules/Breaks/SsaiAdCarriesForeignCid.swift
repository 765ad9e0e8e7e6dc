import NielsenTag
import TimedMetadata

struct SsaiAdCarriesForeignCid: Rule {
  static let id: RuleID = "ssai-ad-carries-foreign-cid"
  static let title = "Ad carries the programme's content id"
  static let text = """
    Inserted ads do not carry the CID of the programme.

    A stitcher that leaves the programme's tags in an ad credits the ad to the programme. In a break
    that is not replaced, the programme's tags are correct. An ad counts as inserted if tags in the
    break have other CIDs, or if its segments are in a different folder from the segments before and
    after the break. The rule reports tags of the programme between two tags of an ad, or in
    segments from a different folder.
    """
  static let traits = RuleTraits(
    .cadence,
    .warning,
    needs: [.dataTags(2), .clock, .breaks],
    listsEach: true,
    repairedBy: .packager,
    remedy:
      "Check that the ad inserter removes the tags of the programme from the content that it replaces.",
    source: "video-dev/hls.js#2924; this tool's own rule"
  )

  fileprivate struct Sources: Equatable {
    var cids: Set<ContentID>

    init?(_ payload: NielsenPayload) {
      cids = Set([payload.pcCID, payload.fdCID].compactMap { $0 }.filter { !$0.isNull })
      if cids.isEmpty { return nil }
    }
  }

  fileprivate struct State {
    /// The content ids of the latest program tag outside of breaks, and the folder of its segment.
    var content: (sources: Sources, folder: Substring?)?
    var current: Int?
    /// Whether a tag of an ad was found in the break.
    var hasAd = false
    /// The places of program tags after a tag of an ad.
    var afterAd: [Place] = []
    /// The places of program tags in segments from another folder.
    var elsewhere: [Place] = []
  }

  fileprivate static let maximumKept = 64

  /// The assumed length of a break without an end, in seconds, as in `ad-break-no-return`. Later
  /// tags are not in the break.
  private static let longestOpen = AdBreakNoReturn.limit.value

  private var breaks = AdBreakList()
  private var streams = PerStream<State>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {
    _ = breaks.receive(marker)
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let time = tag.tag.time, let payload = tag.nielsen,
      let sources = Sources(payload)
    else { return }
    let index = breaks.all.lastIndex {
      $0.concerns(tag.stream) && $0.start <= time
        && time < $0.end ?? ($0.start + Self.longestOpen)
    }
    let number = index.map { breaks.firstNumber + $0 }
    let found = streams.update(tag.stream, from: State()) { state in
      state.receive(tag, sources, inBreak: number)
    }
    for place in found ?? [] { log.add(Self.foreign, at: place) }
  }
}

extension SsaiAdCarriesForeignCid.State {
  /// Receives the next tag. Returns the places of program tags that are now known to be in an ad.
  fileprivate mutating func receive(
    _ tag: CheckedTag,
    _ sources: SsaiAdCarriesForeignCid.Sources,
    inBreak number: Int?
  ) -> [Place] {
    let folder = tag.tag.segment.map(Self.folder)
    guard let number else {
      // The folder of the program must be the same before and after the break: on some streams it changes over time.
      let found = content.map { $0.folder == folder } == true ? elsewhere : []
      self = Self()
      content = (sources, folder)
      return found
    }
    if number != current {
      (current, hasAd, afterAd) = (number, false, [])
    }
    guard let content else { return [] }
    if sources.cids.isDisjoint(with: content.sources.cids) {
      hasAd = true
      defer { afterAd = [] }
      return afterAd
    }
    guard sources == content.sources else { return [] }
    if let folder, folder != content.folder {
      if elsewhere.count < SsaiAdCarriesForeignCid.maximumKept { elsewhere.append(tag.place) }
    } else if hasAd, afterAd.count < SsaiAdCarriesForeignCid.maximumKept {
      afterAd.append(tag.place)
    }
    return []
  }

  /// Returns a URI up to its last slash, without its query.
  private static func folder(of uri: String) -> Substring {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    return path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }
}

extension SsaiAdCarriesForeignCid {
  static let foreign = "an inserted ad carries the programme's CID"
}
