import Testing

@testable import PingAnalysis
@testable import Playback

@Suite("comparing a run that is not finished")
struct RunningComparisonTests {
  /// The URLs of twelve minutes of a channel.
  private static let urls = Result { try SampleRun.urls(duration: 720) }

  private static func comparison(
    seen: (SentPing, _ time: Double) -> Bool,
    elapsed: Double
  ) throws -> RunningComparison {
    let expected = SampleRun.pings(of: try urls.get())
    let start = try #require(expected.compactMap { ComparedPing($0).time }.min())
    return RunningComparison(
      expected: expected,
      actual: expected.filter { seen($0, (ComparedPing($0).time ?? start) - start) },
      elapsed: elapsed
    )
  }

  @Test(
    "a ping that is not due yet is awaited and not reported as missing",
    arguments: [0.0, 30, 61, 125, 400, 5000]
  )
  func awaited(_ elapsed: Double) throws {
    let comparison = try Self.comparison(seen: { $1 <= elapsed }, elapsed: elapsed)
    #expect(comparison.report.differences == [], "\(elapsed)")
    #expect((comparison.awaitedCount > 0) == (elapsed < 720), "\(comparison.awaitedCount)")
    let all = try Self.urls.get().count
    #expect(comparison.report.expectedCount + comparison.awaitedCount == all)
  }

  @Test("a ping that is due but was not sent is missing, even if the app stops sending")
  func missing() throws {
    let withoutOne = try Self.comparison(
      seen: { $1 <= 400 && !($0.product == .dtvr && (30...50).contains($1)) },
      elapsed: 400
    )
    #expect(withoutOne.report.differences.contains { $0.kind == .missing })
    #expect(withoutOne.report.differences.allSatisfy { ($0.time ?? 0) < 400 })
    let silent = try Self.comparison(seen: { $1 <= 100 }, elapsed: 5000)
    #expect(!silent.report.isSame && silent.awaitedCount == 0)
  }

  @Test("a product without any ping is reported as missing when it is due")
  func absentProduct() throws {
    let seen = { (ping: SentPing, _: Double) in ping.product == .session }
    #expect(try Self.comparison(seen: seen, elapsed: 5).report.isSame)
    let late = try Self.comparison(seen: seen, elapsed: 5000).report.differences
    #expect(late.contains { $0.kind == .missing && $0.product == "dtvr" })
  }

  @Test("an app that sends faster than the clock is compared up to its last ping")
  func fast() throws {
    let whole = try Self.comparison(seen: { _, _ in true }, elapsed: 1)
    #expect(whole.report.isSame && whole.awaitedCount == 0)
    let half = try Self.comparison(seen: { $1 <= 360 && $0.product != .tsv }, elapsed: 1)
    #expect(half.report.differences.contains { $0.product == "tsv" })
  }
}
