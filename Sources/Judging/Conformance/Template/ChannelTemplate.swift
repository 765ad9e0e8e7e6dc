import NielsenTag

/// The expected contents of a channel's tags, which `--expect` compares with a stream.
///
/// A value that is omitted is not compared. `Documentation/Expect.md` describes the file.
public struct ChannelTemplate: Sendable, Equatable {
  package var channel: String
  /// A remark, which is not compared with the stream.
  package var note: String?
  package var pc = Source()
  package var fd = Source()
  /// The accepted breakout codes, with two digits each; empty to accept any.
  package var breakouts: [String] = []
  /// The accepted prefixes of PRIV owners; empty to accept any.
  package var owners: [String] = []
  /// The renditions that carry Nielsen tags; nil to accept any.
  package var renditions: TaggedRenditions?
  /// The accepted minutes per hour without a tag of the channel; nil to accept any.
  package var adLoad: ClosedRange<Double>?
  /// The intervals between tags; nil where the usual interval applies.
  package var cadence = Cadence()

  /// Creates a template that expects nothing yet.
  package init(channel: String) { self.channel = channel }

  /// The expected values for one of the two sources that a tag can name.
  package struct Source: Sendable, Equatable {
    /// Whether tags must name the source (true) or must not (false); nil to accept both.
    package var isExpected: Bool?
    /// The maximum time, in seconds, for which consecutive tags may omit the source; nil for the limit of the rule.
    package var nullSeconds: Double?
    /// The accepted CIDs; empty to accept any.
    package var cids: [DatedCID] = []
    /// The source identifiers, which only Nielsen can read; empty to accept any.
    package var sids: [ClosedRange<Int64>] = []
    /// The accepted offsets, in seconds since the start of the broadcast day; nil to accept any.
    package var offset: ClosedRange<Int64>?
  }

  /// A CID with the period in which it is in use.
  package struct DatedCID: Sendable, Equatable {
    package var cid: ContentID
    /// The start of the period in Unix seconds; nil if the CID is in use at all times before `to`.
    package var from: Int64?
    /// The end of the period (exclusive) in Unix seconds; nil if the CID is in use at all times after `from`.
    package var to: Int64?

    /// Whether the CID is in use at a time in Unix seconds; true if the time is unknown.
    func covers(_ time: Int64?) -> Bool {
      guard let time else { return true }
      return from.map { $0 <= time } ?? true && to.map { time < $0 } ?? true
    }
  }

  /// The renditions of a playlist that carry tags.
  package enum TaggedRenditions: Sendable, Equatable {
    /// Every variant and audio rendition.
    case all
    /// Every variant that is not also an audio rendition.
    case video
    /// Every audio rendition.
    case audio
    case named([String])
  }

  /// The intervals between tags in seconds; nil for the usual ones.
  package struct Cadence: Sendable, Equatable {
    /// The interval between DATA tags, in seconds.
    package var data: Double?
    /// The interval between INFO tags, in seconds.
    package var info: Double?
  }
}

/// The two sources that a tag can name.
package enum TaggedSource: String, Sendable, CaseIterable {
  /// Program Content.
  case pc
  /// Final Distributor.
  case fd

  /// The short name in messages: `PC` or `FD`.
  var name: String { rawValue.uppercased() }

  /// Returns the CID of the source in a payload; nil if it cannot be read.
  func cid(_ payload: NielsenPayload) -> ContentID? {
    switch self {
    case .pc: payload.pcCID
    case .fd: payload.fdCID
    }
  }

  /// Returns the offset of the source in a payload; nil if it cannot be read.
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
  /// The time, in seconds, for which a CID is accepted before and after its period, because programs do not start
  /// exactly on time.
  static let lag: Int64 = 120
  /// The time, in seconds, by which a day is shorter when daylight saving time starts.
  private static let clockChange: Int64 = 3600

  /// Whether a CID is in use at a time in Unix seconds, within `lag` seconds.
  func accepts(_ cid: ContentID, at date: Int64?) -> Bool {
    cids.contains { $0.cid == cid && Self.use(of: $0, date, -Self.lag, Self.lag) != .never }
  }

  /// Returns the CIDs that are in use during the whole time around `date`. If there are none, no CID counts as wrong at
  /// that time. `offset` is the offset of the tag: seconds since the start of its broadcast day.
  func expected(at date: Int64?, offset: Int?) -> [ChannelTemplate.DatedCID] {
    let isNewDay = offset.map { Int64($0) <= Self.clockChange + Self.lag } ?? false
    let after = Self.lag + (isNewDay ? Self.clockChange : 0)
    return cids.filter { Self.use(of: $0, date, -Self.lag, after) == .always }
  }

  private enum Use { case never, partly, always }

  /// Returns whether a CID is in use always, partly or never in the period from `date + before` to `date + after`, in
  /// seconds.
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
  /// Returns a copy of the options that compares with a template; the same options if the template is nil.
  package func expecting(_ template: ChannelTemplate?) -> CheckOptions {
    guard let template else { return self }
    var options = self
    options.expect(template)
    return options
  }

  /// Sets the template to compare with. If its intervals or breakout codes differ from the usual ones, the settings of
  /// the rules are changed to match, except those that the user has set.
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
    // The rule `expect-breakout` judges templates with several codes.
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

/// The usual intervals between tags, and their tolerances.
enum NominalCadence {
  /// The interval between DATA tags, in seconds.
  static let data = 10.0
  /// The interval between INFO tags, in seconds.
  static let info = 300.0
  /// The maximum delay, in seconds, of a DATA tag.
  static let tolerance = 9.0
  /// The maximum delay, in seconds, of an INFO tag.
  static let infoTolerance = 10.0
  /// The time, in seconds, by which the span of a DATA tag may exceed the interval.
  static let slack = 2.0
  /// The minimum share of the interval that a DATA tag must span.
  static let shortestShare = 0.4
  /// The share of the interval before which an INFO tag counts as early.
  static let earlyShare = 0.8
}
