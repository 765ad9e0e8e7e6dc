import Conformance

extension Records {
  /// An object of `rules` in a record of `check`.
  static let rule = RecordSchema<RuleResult> {
    Field.text("rule", "the id of the rule", isRequired: true) { $0.rule.rawValue }
    Field.text("state", "`pass`, `warn`, `fail`, `not-assessed` or `off`", isRequired: true) {
      $0.state.rawValue
    }
    Field.integer("found", "the number that was counted") { $0.found }
    Field.integer("minimum", "the least that is tolerated") { $0.minimum }
    Field.integer("maximum", "the most that is tolerated") { $0.maximum }
    Field.text("notAssessed", "why it was not assessed") { $0.notAssessed?.rawValue }
    Field.text("remark", "what the rule says in any state: what a player would show") { $0.remark }
  }
}
