import Testing

@testable import Conformance

@Suite struct FindingLogTests {
  private func makeLog(_ settings: RuleSettings = RuleSettings(), listsEach: Bool = false)
    -> FindingLog
  {
    FindingLog(
      rule: RuleID(rawValue: "a-rule"),
      traits: RuleTraits(.tag, .warning, listsEach: listsEach, remedy: "", source: ""),
      settings: settings
    )
  }

  @Test(
    "findings that differ only in numbers are merged, with their first time, last time and count"
  )
  func folding() {
    var log = makeLog()
    for time in [10.0, 20, 30] { log.add("no tag for \(time) s", at: Place(time: time)) }
    log.add("another thing", at: Place(time: 40))
    #expect(log.found == 4)
    #expect(log.findings.map(\.message) == ["no tag for 10.0 s", "another thing"])
    #expect(log.findings.map(\.count) == [3, 1])
    #expect(log.findings[0].place.time == 10)
    #expect(log.findings[0].lastTime == 30)
    #expect(log.findings[1].lastTime == nil)
  }

  @Test("findings of different streams or severities are not merged")
  func streams() {
    var log = makeLog()
    log.add("no tag", at: Place(time: 1, rendition: "a", pid: 1))
    log.add("no tag", at: Place(time: 2, rendition: "b", pid: 1))
    log.add("no tag", at: Place(time: 3, rendition: "a", pid: 2))
    log.add("no tag", at: Place(time: 4, rendition: "a", pid: 1), severity: .error)
    #expect(log.findings.count == 4)
    let expected: [Subject: Severity] = [
      Subject(rendition: "a", pid: 1): .error, Subject(rendition: "a", pid: 2): .warning,
      Subject(rendition: "b", pid: 1): .warning,
    ]
    #expect(log.worst == expected)
  }

  @Test("beyond the maximum number of subjects, severities count for the whole input")
  func subjects() {
    var log = makeLog()
    for pid in 0..<5000 { log.add("no tag", at: Place(pid: pid)) }
    log.add("no tag", at: Place(pid: 5000), severity: .error)
    #expect(log.worst.count == 4097)
    #expect(log.worst[Subject()] == .error)
  }

  @Test("a rule that lists each finding does not merge findings")
  func listing() {
    var log = makeLog(listsEach: true)
    for time in [10.0, 20] { log.add("no tag for \(time) s", at: Place(time: time)) }
    #expect(log.findings.count == 2)
  }

  @Test("the first hundred findings are stored, and all are counted")
  func bound() {
    var log = makeLog(listsEach: true)
    for time in 0..<100_000 { log.add("at \(time)", at: Place(time: Double(time))) }
    #expect(log.found == 100_000)
    #expect(log.findings.count == 100)
    #expect(log.findings.last?.message == "at 99")
  }

  @Test("the user's severity overrides the severity of the finding")
  func severity() {
    var settings = RuleSettings()
    settings.severity = .info
    var log = makeLog(settings)
    log.add("bad", at: Place(), severity: .error)
    #expect(log.findings.map(\.severity) == [.info])
  }

  @Test("a finding adds its amount to the count")
  func amount() {
    var log = makeLog()
    log.add("5 tags", at: Place(), amount: 5)
    log.count(2)
    #expect(log.found == 7)
  }
}
