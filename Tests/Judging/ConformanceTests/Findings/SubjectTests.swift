import Testing

@testable import Conformance

@Suite struct SubjectTests {
  private static let first = Subject(program: 1, pid: 0x102)
  private static let second = Subject(program: 2, pid: 0x202)
  private static let high = Subject(rendition: "1080p", program: 1, pid: 0x102)
  private static let low = Subject(rendition: "540p", program: 1, pid: 0x102)

  @Test(
    "a finding applies to every stream that matches its known properties",
    arguments: [
      (Subject(), [true, true, true, true]),
      (Subject(pid: 0), [true, true, true, true]),
      (Subject(program: 1), [true, false, true, true]),
      (Subject(program: 2, pid: 0x1000), [false, true, false, false]),
      (first, [true, false, true, true]),
      (Subject(pid: 0x202), [false, true, true, true]),
      (second, [false, true, false, false]),
      (Subject(rendition: "540p"), [false, false, false, true]),
      (low, [false, false, false, true]),
    ]
  )
  func concerns(_ subject: Subject, _ expected: [Bool]) {
    let streams = [Self.first, Self.second, Self.high, Self.low]
    var severities = SubjectSeverities(of: streams)
    severities.include([subject: .error])
    #expect(streams.map { severities.worst(of: $0) != nil } == expected)
  }

  @Test("a stream has the worst severity of all findings that apply to it")
  func worst() {
    var severities = SubjectSeverities(of: [Self.first])
    severities.include([Subject(): .warning])
    severities.include([Self.first: .info])
    #expect(severities.worst(of: Self.first) == .warning)
    severities.include([Self.first: .error])
    #expect(severities.worst(of: Self.first) == .error)
  }
}
