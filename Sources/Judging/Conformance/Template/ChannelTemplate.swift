import NielsenTag

/// The values that the tags of a channel are expected to have: what `--expect` compares a stream with.
///
/// A value that is left out is not compared. `Documentation/Expect.md` describes the file.
public struct ChannelTemplate: Sendable, Equatable {
  /// The name of the channel, for reports.
  package var channel: String
  /// Any remark; nothing is compared with it.
  package var note: String?
  /// The expected values of the Program Content.
  package var pc = Source()
  /// The expected values of the Final Distributor.
  package var fd = Source()
  /// The breakout codes that occur, of two digits each; empty: any.
  package var breakouts: [String] = []
  /// The prefixes of owners of PRIV frames; empty: any.
  package var owners: [String] = []
  /// The renditions of a playlist that carry Nielsen tags; nil: any.
  package var renditions: TaggedRenditions?
  /// Minutes of an hour without a tag of the channel; nil: any.
  package var adLoad: ClosedRange<Double>?
  /// How often tags come, where that is not as usual.
  package var cadence = Cadence()

  /// The template of a channel that expects nothing yet.
  package init(channel: String) { self.channel = channel }

  /// The values of one of the two sources that a tag names.
  package struct Source: Sendable, Equatable {
    /// Whether tags name it; nil: either.
    package var isExpected: Bool?
    /// For how long tags may leave it out in one piece, in seconds; nil: the limit of the rule.
    package var nullSeconds: Double?
    /// Its CIDs; empty: any.
    package var cids: [DatedCID] = []
    /// Its source identifiers, which only Nielsen can read; empty: any.
    package var sids: [ClosedRange<Int64>] = []
    /// Its offsets, in seconds since the start of its broadcast day; nil: any.
    package var offset: ClosedRange<Int64>?
  }

  /// A CID, and when it is in use.
  package struct DatedCID: Sendable, Equatable {
    package var cid: ContentID
    /// The first moment at which it is in use, in Unix seconds; nil: always before `to`.
    package var from: Int64?
    /// The first moment at which it is no longer in use, in Unix seconds; nil: always after `from`.
    package var to: Int64?

    /// Whether it is in use at a time; of an unknown time it may be.
    func covers(_ time: Int64?) -> Bool {
      guard let time else { return true }
      return from.map { $0 <= time } ?? true && to.map { time < $0 } ?? true
    }
  }

  /// Renditions of a playlist.
  package enum TaggedRenditions: Sendable, Equatable {
    /// Every variant and audio rendition.
    case all
    /// Every variant with video.
    case video
    /// Every audio rendition.
    case audio
    /// Those with these names.
    case named([String])
  }

  /// How often tags come, in seconds; nil: as usual.
  package struct Cadence: Sendable, Equatable {
    /// From one DATA tag to the next.
    package var data: Double?
    /// From one INFO tag to the next.
    package var info: Double?
  }
}

/// The two sources that a tag names.
package enum TaggedSource: String, Sendable, CaseIterable {
  /// Program Content.
  case pc
  /// Final Distributor.
  case fd

  /// Its short name in messages.
  var name: String { rawValue.uppercased() }

  /// Its CID in a payload; nil where it cannot be read.
  func cid(_ payload: NielsenPayload) -> ContentID? {
    switch self {
    case .pc: payload.pcCID
    case .fd: payload.fdCID
    }
  }

  /// Its offset in a payload; nil where it cannot be read.
  func offset(_ payload: NielsenPayload) -> Int? {
    switch self {
    case .pc: payload.pcOffset
    case .fd: payload.fdOffset
    }
  }

  func values(_ template: ChannelTemplate) -> ChannelTemplate.Source {
    switch self {
    case .pc: template.pc
    case .fd: template.fd
    }
  }
}

extension ChannelTemplate.Source {
  /// The CID of a day may show this many seconds before it begins and after it ends: tags come with
  /// the programme, which is not on the second.
  static let lag: Int64 = 120
  /// The day on which the clocks are put forward is this many seconds shorter than its dates say.
  private static let clockChange: Int64 = 3600

  /// Whether the template has a CID for a tag of a time, or of one shortly before or after it.
  func accepts(_ cid: ContentID, at date: Int64?) -> Bool {
    cids.contains { $0.cid == cid && Self.use(of: $0, date, -Self.lag, Self.lag) != .never }
  }

  /// The CIDs of which a tag must have one; empty where the template does not say, or where one day gives
  /// way to the next. `offset` is that of the tag: seconds since its day began.
  func expected(at date: Int64?, offset: Int?) -> [ChannelTemplate.DatedCID] {
    let isNewDay = offset.map { Int64($0) <= Self.clockChange + Self.lag } ?? false
    let after = Self.lag + (isNewDay ? Self.clockChange : 0)
    return cids.filter { Self.use(of: $0, date, -Self.lag, after) == .always }
  }

  private enum Use { case never, partly, always }

  /// Whether a CID is in use from some seconds before a time to some after it.
  private static func use(
    of cid: ChannelTemplate.DatedCID,
    _ date: Int64?,
    _ before: Int64,
    _ after: Int64
  ) -> Use {
    guard let date else { return .always }
    let (first, isTooEarly) = date.addingReportingOverflow(before)
    let (last, isTooLate) = date.addingReportingOverflow(after)
    guard !isTooEarly, !isTooLate else { return .never }
    if cid.covers(first), cid.covers(last) { return .always }
    let isPartly = cid.from.map { $0 <= last } ?? true && cid.to.map { first < $0 } ?? true
    return isPartly ? .partly : .never
  }
}

extension CheckOptions {
  /// The same options, which compare with a template where there is one.
  package func expecting(_ template: ChannelTemplate?) -> CheckOptions {
    guard let template else { return self }
    var options = self
    options.expect(template)
    return options
  }

  /// Compares with a template. Where it says that tags come more or less often than usual, or with other
  /// breakout codes, the limits of the rules about them follow; those that the user has set stay.
  public mutating func expect(_ template: ChannelTemplate) {
    self.template = template
    if let data = template.cadence.data {
      set(CadenceGap.id, CadenceGap.limit, data + NominalCadence.tolerance)
      set(TagCount.id, TagCount.spacing, data)
      set(CadenceTagDuration.id, CadenceTagDuration.longest, data + NominalCadence.slack)
      let shortest = min(CadenceTagDuration.shortest.value, data * NominalCadence.shortestShare)
      set(CadenceTagDuration.id, CadenceTagDuration.shortest, shortest)
    }
    if let info = template.cadence.info {
      set(CadenceInfoInterval.id, CadenceInfoInterval.limit, info + NominalCadence.infoTolerance)
      set(CadenceInfoPresence.id, CadenceInfoPresence.limit, info + NominalCadence.infoTolerance)
      set(CadenceInfoEarly.id, CadenceInfoEarly.limit, info * NominalCadence.earlyShare)
    }
    // Of several codes `expect-breakout` is the judge.
    if template.breakouts.count == 1, let code = template.breakouts.first.flatMap(Double.init) {
      set(TagBreakout.id, TagBreakout.value, code)
    } else if template.breakouts.count > 1, rules[TagBreakout.id] == nil {
      rules[TagBreakout.id, default: RuleSettings()].isOff = true
    }
  }

  private mutating func set(_ rule: RuleID, _ threshold: Threshold, _ value: Double) {
    guard rules[rule]?.values[threshold.name] == nil else { return }
    rules[rule, default: RuleSettings()].values[threshold.name] = value
  }
}

/// How often tags come as a rule, and what is tolerated, in seconds.
enum NominalCadence {
  /// From one DATA tag to the next.
  static let data = 10.0
  /// From one INFO tag to the next.
  static let info = 300.0
  /// A DATA tag may be this much later.
  static let tolerance = 9.0
  /// An INFO tag may be this much later.
  static let infoTolerance = 10.0
  /// A DATA tag may span this much more than the time between two.
  static let slack = 2.0
  /// A DATA tag spans at least this share of the time between two.
  static let shortestShare = 0.4
  /// An INFO tag is early before this share of the time between two.
  static let earlyShare = 0.8
}
