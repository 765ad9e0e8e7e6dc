import HTTP
import Testing

@testable import LiveWatch

@Suite("delivery of a feed") struct FeedDeliveryTests {
  /// The limits: lost after 24 s of silence, or after 8 s of refusal.
  private let limits = FeedDelivery.Limits(WatchSettings(), targetDuration: 6)

  /// A feed that is opened at 0 and delivers at `now`.
  private func delivering(at now: Double) -> FeedDelivery {
    var delivery = FeedDelivery(now: 0)
    delivery.connect(now: 0)
    _ = delivery.deliver(now: now)
    return delivery
  }

  @Test(
    "a feed is lost after four target durations of silence, but not before 20 s",
    arguments: [(0, 20), (5, 20), (6, 24)] as [(Double, Double)]
  )
  func silenceLimit(targetDuration: Double, expected: Double) {
    let limits = FeedDelivery.Limits(WatchSettings(), targetDuration: targetDuration)
    #expect(limits.silence == expected)
    #expect(limits.grace == 8)
  }

  @Test(
    "a feed that was up is lost after 24 s of silence, or after a refusal of all playlists for 8 s",
    arguments: [
      (PlaylistAnswers(), 33, nil),
      (PlaylistAnswers(), 34, 24),
      // The playlists are refused while segments still arrive, and for 8 s after the last segment.
      (PlaylistAnswers(refusal: 5...17), 18, nil),
      (PlaylistAnswers(refusal: 5...18), 18, 8),
      (PlaylistAnswers(refusal: 12...19), 19, nil),
      (PlaylistAnswers(refusal: 12...20), 21, 9),
    ] as [(PlaylistAnswers, Double, Double?)]
  )
  func lost(playlists: PlaylistAnswers, now: Double, seconds: Double?) {
    var delivery = delivering(at: 10)
    let (loss, mustReconnect) = delivery.judgeSilence(
      playlists,
      limits,
      isConnected: true,
      now: now
    )
    #expect(loss?.seconds == seconds)
    #expect(mustReconnect == (seconds != nil))
    #expect(delivery.phase.isLost == (seconds != nil))
    #expect(delivery.losses.total == (seconds == nil ? 0 : 1))
  }

  @Test(
    "the reason for a loss is the playlist's failure, the latest response or the segment's failure",
    arguments: [
      ("refused: check", "segment a: 404", 39, "refused: check"),
      (nil, "segment a: 404", 39, "playlist b: 503"),
      (nil, "segment a: 404", nil, "segment a: 404"),
      (nil, nil, 3, "playlist b: 503"),
      (nil, nil, 39, "playlist b: 503"),
      // The feed delivered for a while after this response.
      (nil, nil, 1, "no media arrived for 30.0 s: check the sender and the network"),
      (nil, nil, nil, "no media arrived for 30.0 s: check the sender and the network"),
    ] as [(String?, String?, Double?, String)]
  )
  func reason(playlist: String?, segment: String?, answered: Double?, expected: String) {
    var delivery = delivering(at: 10)
    if let segment { delivery.failSegment(segment) }
    let answers = PlaylistAnswers(failure: playlist)
    let loss = delivery.judgeSilence(
      answers,
      limits,
      isConnected: true,
      answer: answered.map { FetchRecord.Entry(text: "playlist b: 503", time: $0) },
      now: 40
    ).loss
    #expect(loss?.reason == expected)
    #expect(delivery.phase.reason == expected)
  }

  @Test(
    "a feed is lost if its playlist is renewed without media, but not if the playlist is frozen"
  )
  func mediaDue() {
    for standStill in [false, true] {
      var delivery = delivering(at: 10)
      delivery.answered(isRenewed: true, now: 12)
      delivery.answered(isRenewed: true, now: 35)
      let answers = PlaylistAnswers(standStill: standStill)
      let loss = delivery.judgeSilence(answers, limits, isConnected: true, now: 36).loss
      #expect(loss?.seconds == (standStill ? nil : 24))
    }
  }

  @Test("a broken connection becomes a loss after the grace time, counted from the first break")
  func broken() {
    var delivery = delivering(at: 10)
    delivery.fail("ended", now: 20)
    delivery.fail("refused", now: 22)
    #expect(delivery.deliveredSeconds == 10)
    #expect(delivery.phase == .broken(since: 20, reason: "refused"))
    let early = delivery.judgeSilence(PlaylistAnswers(), limits, isConnected: false, now: 27)
    #expect(early.loss == nil && !early.mustReconnect)
    let late = delivery.judgeSilence(PlaylistAnswers(), limits, isConnected: false, now: 28)
    #expect(late.loss == FeedDelivery.Loss(reason: "refused", seconds: 8))
    #expect(!late.mustReconnect)
  }

  @Test("the return of a feed is reported once, when the feed delivers")
  func back() {
    var delivery = delivering(at: 10)
    _ = delivery.judgeSilence(PlaylistAnswers(), limits, isConnected: true, now: 40)
    delivery.connect(now: 41)
    #expect(delivery.connections == 2)
    let returns = [50.0, 51].map { delivery.deliver(now: $0) }
    #expect(returns == [true, false])
    let ends = [51.0, 52].map { delivery.takeEndOfLoss(now: $0) }
    #expect(ends == [LossNotice.End(since: 10, count: 1), nil])
  }

  @Test("a stream counts as delivering after 3 s of media, and bytes of all connections are added")
  func bytes() {
    var delivery = FeedDelivery(now: 0)
    delivery.connect(now: 0)
    let steps: [(Int64, Double)] = [(0, 0), (10, 1), (10, 5), (20, 3.9), (30, 4)]
    let shows = steps.map { bytes, now in
      delivery.receive(bytes: bytes, isPlaylist: false, now: now)
      return delivery.receive(media: bytes, now: now)
    }
    #expect(shows == [false, false, false, false, true])
    delivery.connect(now: 10)
    delivery.receive(bytes: 5, isPlaylist: false, now: 11)
    let later = delivery.receive(media: 0, now: 11)
    #expect(!later)
    #expect(delivery.bytes == 5)
    #expect(delivery.totalBytes == 35)
  }
}
