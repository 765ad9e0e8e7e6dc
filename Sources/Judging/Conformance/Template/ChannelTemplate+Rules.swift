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
  package mutating func expect(_ template: ChannelTemplate) {
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
