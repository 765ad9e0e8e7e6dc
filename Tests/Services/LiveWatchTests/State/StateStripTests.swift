import Testing

@testable import LiveWatch

@Suite struct StateStripTests {
  @Test("if two marks are in the same ten seconds, the more important mark is shown")
  func precedence() {
    var strip = StateStrip()
    for mark in [StateStrip.Mark.media, .fault, .data, .lost] { strip.mark(mark, at: 100) }
    #expect(strip.marks(upTo: 105).last == .fault)
  }

  @Test("the marks of the last hour are kept, oldest first")
  func hour() {
    var strip = StateStrip()
    strip.mark(.info, at: 0)
    strip.mark(.data, at: 3595)
    let marks = strip.marks(upTo: 3599)
    #expect(marks.count == 360)
    #expect(marks.first == .info && marks.last == .data)
    #expect(marks.count { $0 != .nothing } == 2)
  }

  @Test(
    "marks older than an hour are removed, even if no marks were added in the meantime",
    arguments: [10, 360, 9999]
  )
  func passing(marks: Int) {
    var strip = StateStrip()
    for second in stride(from: 0.0, to: 3600, by: 10) { strip.mark(.data, at: second) }
    let later = 3590 + Double(marks) * 10
    strip.mark(.media, at: later)
    let seen = strip.marks(upTo: later)
    #expect(seen.last == .media)
    #expect(seen.count { $0 == .data } == max(0, 360 - marks))
    #expect(strip.marks(upTo: later + 7200).allSatisfy { $0 == .nothing })
  }

  @Test("a time before the last hour, or an invalid time, is not drawn")
  func hostile() {
    var strip = StateStrip()
    strip.mark(.data, at: 10_000)
    for time in [0, -5, .infinity, .nan, 1e300] as [Double] { strip.mark(.fault, at: time) }
    #expect(strip.marks(upTo: 10_000).count { $0 == .fault } == 0)
    #expect(strip.marks(upTo: .nan).count == 360)
  }
}
