import Testing
import TimedMetadata

@testable import LiveWatch

@Suite struct PlaylistHealthTests {
  private func health(_ outcome: PlaylistReload.Outcome) -> PlaylistHealth {
    var health = PlaylistHealth()
    health.receive(
      PlaylistReload(rendition: nil, targetDuration: 6, outcome: outcome),
      now: 100
    )
    return health
  }

  private static let refused = TimedMetadataError(
    .cannotRead,
    input: "a",
    reason: "refused",
    remedy: "check the server"
  )

  @Test(
    "a playlist that is served and not renewed is overdue after one and a half target durations, and frozen after three",
    arguments: [
      (.renewed, false, false), (.unchanged(seconds: 9), false, false),
      (.unchanged(seconds: 9.1), true, false), (.unchanged(seconds: 18), true, false),
      (.unchanged(seconds: 18.1), true, true), (.failed(refused), false, false),
    ] as [(PlaylistReload.Outcome, Bool, Bool)]
  )
  func still(outcome: PlaylistReload.Outcome, isOverdue: Bool, isFrozen: Bool) {
    let health = health(outcome)
    #expect(health.isOverdue(now: 101) == isOverdue)
    #expect(health.isFrozen(now: 101, after: 10) == isFrozen)
  }

  @Test("without an answer for three target durations nothing is said")
  func unanswered() {
    let health = health(.unchanged(seconds: 100))
    #expect(health.isFrozen(now: 118, after: 10))
    #expect(!health.isFrozen(now: 119, after: 10))
    #expect(!PlaylistHealth().isFrozen(now: 0, after: 10))
  }
}
