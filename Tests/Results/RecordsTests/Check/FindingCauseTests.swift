import Conformance
import Testing

@testable import Records

@Suite struct FindingCauseTests {
  private func finding(
    _ rule: String,
    _ severity: Severity,
    at time: Double?,
    last: Double? = nil
  ) -> Finding {
    var place = Place()
    place.time = time
    return Finding(
      rule: RuleID(rawValue: rule),
      severity: severity,
      place: place,
      message: "",
      lastTime: last
    )
  }

  @Test("the consequences of a finding are listed with the finding, and are not causes themselves")
  func consequences() {
    let causes = FindingCause.causes(of: [
      finding("tag-sequence", .warning, at: 30), finding("cadence-gap", .error, at: 20),
      finding("tag-truncated", .error, at: 21), finding("ts-continuity", .error, at: 20),
      finding("pmt-pid", .warning, at: nil), finding("player-media3", .info, at: nil),
    ])
    #expect(causes.map(\.rule.rawValue) == ["ts-continuity", "pmt-pid"])
    #expect(
      Set(causes[0].consequentRules.map(\.rawValue))
        == ["tag-truncated", "cadence-gap", "tag-sequence"]
    )
    #expect(causes[0].times == 20...30)
  }

  @Test(
    "a finding distant in time is not a consequence, and an error is not a warning's consequence"
  )
  func apart() {
    let far = FindingCause.causes(of: [
      finding("ts-continuity", .error, at: 20), finding("cadence-gap", .error, at: 3000),
    ])
    #expect(far.map(\.rule.rawValue) == ["ts-continuity", "cadence-gap"])
    let worse = FindingCause.causes(of: [
      finding("tag-duplicate", .warning, at: 20), finding("cadence-overlap", .error, at: 20),
    ])
    #expect(worse.map(\.rule.rawValue) == ["cadence-overlap", "tag-duplicate"])
  }

  @Test("a finding at the end of a gap counts as the gap's consequence, however long the gap is")
  func gap() {
    let causes = FindingCause.causes(of: [
      finding("cadence-gap", .error, at: 20), finding("cadence-tag-time-gap", .warning, at: 620),
    ])
    #expect(causes.count == 1)
    #expect(causes.first?.times == 20...620)
  }
}
