import Presentation
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
    "a playlist that is not renewed is overdue after 1.5 target durations, and frozen after three",
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

  @Test("a refusal lasts from the first failed load to the latest, and ends with a successful load")
  func refusal() {
    var health = PlaylistHealth()
    #expect(!health.isFollowed)
    func receive(_ outcome: PlaylistReload.Outcome, at now: Double) {
      let reload = PlaylistReload(rendition: nil, targetDuration: 6, outcome: outcome)
      health.receive(reload, now: now)
    }
    receive(.renewed, at: 100)
    #expect(health.isFollowed && health.refusal == nil)
    receive(.failed(Self.refused), at: 106)
    #expect(health.refusal == 106...106)
    receive(.failed(Self.refused), at: 109)
    #expect(health.refusal == 106...109)
    receive(.unchanged(seconds: 12), at: 112)
    #expect(health.refusal == nil)
  }

  @Test("a refusal begins with the request of the first failed load, not after its attempts")
  func attempts() {
    var health = PlaylistHealth()
    let reload = PlaylistReload(
      rendition: nil,
      targetDuration: 6,
      outcome: .failed(Self.refused),
      failedSeconds: 3.5
    )
    health.receive(reload, now: 109.5)
    #expect(health.refusal == 106...109.5)
    health.receive(reload, now: 116)
    #expect(health.refusal == 106...116)
  }

  @Test(
    "two playlists are refused from the time when both have failed to the latest failure of either"
  )
  func severalPlaylists() {
    func refused(_ times: [Double]) -> PlaylistHealth {
      var health = PlaylistHealth()
      for time in times {
        let reload = PlaylistReload(
          rendition: nil,
          targetDuration: 10,
          outcome: .failed(Self.refused),
          failedSeconds: 3.5
        )
        health.receive(reload, now: time)
      }
      return health
    }
    func refusal(_ playlists: PlaylistHealth...) -> ClosedRange<Double>? {
      PlaylistAnswers(playlists, frozenAfter: 18, now: 120).refusal
    }
    // The playlists are requested at 100 and 105 s, and at 101 and 106 s.
    #expect(refusal(refused([103.5, 108.5]), refused([104.5, 109.5])) == 101...109.5)
    #expect(refusal(refused([103.5, 108.5]), refused([104.5])) == 101...108.5)
    #expect(refusal(refused([103.5, 108.5])) == 100...108.5)
    #expect(refusal(refused([103.5]), health(.unchanged(seconds: 1))) == nil)
  }

  @Test("a playlist without a response for three target durations does not count as frozen")
  func unanswered() {
    let health = health(.unchanged(seconds: 100))
    #expect(health.isFrozen(now: 118, after: 10))
    #expect(!health.isFrozen(now: 119, after: 10))
    #expect(!PlaylistHealth().isFrozen(now: 0, after: 10))
  }
}
