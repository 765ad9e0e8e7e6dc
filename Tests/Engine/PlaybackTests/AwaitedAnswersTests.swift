import Dispatch
import NielsenAppApi
import TestSupport
import Testing

@testable import Playback

@Suite("time-shift answers while a stream is played", .ownThread)
struct AwaitedAnswersTests {
  private static func pings(_ responder: TimeShiftResponder) throws -> [String] {
    let tags = stride(from: 0, through: 710, by: 10).map { SampleTags.tag($0) }
    return try SampleTags.pings(tags, duration: 720) { $0.timeShift = responder }.map(\.ping.url)
  }

  @Test(
    "answers from another thread lead to the same pings as immediate answers"
  )
  func awaited() throws {
    let late = try Self.pings(
      .requesting { _, answer in
        // The answer comes later than the player needs it; how much later does not matter.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { answer("03") }
      }
    )
    #expect(try late == Self.pings(.constant("03")))
    #expect(late.contains { $0.contains("cr=2_00_03_D1_11111_1") })
  }
}
