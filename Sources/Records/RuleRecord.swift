import Conformance

extension Records {
  /// An object of `rules` in a record of `check`.
  package static let rule = RecordSchema<RuleResult> {
    Field.text("rule", "the id of the rule, such as `cadence-gap`", isRequired: true) {
      $0.rule.rawValue
    }
    Field.text(
      "state",
      "`pass`, `warn`, `fail`, `not-assessed` or `off`; `info` of a player that does not show all tags",
      isRequired: true
    ) { $0.state.rawValue }
    Field.integer("found", "what was counted; `null` when it was not assessed") { $0.found }
    Field.integer("minimum", "the least that is tolerated") { $0.minimum }
    Field.integer("maximum", "the most that is tolerated") { $0.maximum }
    Field.text(
      "notAssessed",
      "the reason: `needs-key`, `needs-watermark-decoder`, `carriage`, `no-tags`, `too-few-tags`, "
        + "`too-short`, `no-audio`, `no-clock`, `no-wall-clock`, `no-breaks`, "
        + "`heuristic-unconfirmed`, `not-read`, `one-rendition`, `no-template` or "
        + "`not-in-template`"
    ) { $0.notAssessed?.rawValue }
    Field.text("remark", "a sentence that holds in any state, such as what a player would show") {
      $0.remark
    }
  }
}
