import Testing

@testable import NielsenAppApi

@Suite("the viewing session and the lapsed session")
struct ViewingHistoryTests {
  private static let place = EngineMeasurement.Place(
    position: 10,
    adPosition: nil,
    linear: DTVRProcessor.Place(position: 20, isOnTagClock: false)
  )

  private func lapsed(on channel: String) throws -> ViewingHistory {
    var viewing = ViewingHistory()
    viewing.open(channelName: channel, mediaURL: "", content: nil, now: 0)
    let lapsed = try #require(viewing.lapsing(at: Self.place))
    viewing.close()
    viewing.lapsed = lapsed
    return viewing
  }

  @Test(
    "a session counts as silent when it has had no activity for the timeout",
    arguments: [1799, 1800]
  )
  func silence(seconds: Int64) {
    var viewing = ViewingHistory()
    #expect(!viewing.isSilent(for: 1_800_000, now: .max))
    viewing.open(channelName: "X", mediaURL: "", content: nil, now: 5000)
    let isSilent = viewing.isSilent(for: 1_800_000, now: 5000 + seconds * 1000)
    #expect(isSilent == (seconds >= 1800))
  }

  @Test("the channel name is kept after the session is closed")
  func channel() {
    var viewing = ViewingHistory()
    #expect(viewing.lastChannelName == nil && !viewing.isKnown)
    viewing.open(channelName: "X", mediaURL: "", content: nil, now: 0)
    viewing.close()
    #expect(viewing.lastChannelName == "X" && !viewing.isKnown)
  }

  @Test("an error counts as new once per session, and once outside sessions")
  func errors() {
    var viewing = ViewingHistory()
    var first = [viewing.isFirst(error: 5), viewing.isFirst(error: 5), viewing.isFirst(error: 6)]
    for _ in 0..<2 {
      viewing.open(channelName: "X", mediaURL: "", content: nil, now: 0)
      first += [viewing.isFirst(error: 5), viewing.isFirst(error: 5)]
      viewing.close()
    }
    first.append(viewing.isFirst(error: 5))
    #expect(first == [true, false, true, true, false, true, false, false])
  }

  @Test("play on another channel forgets a lapsed session, and play on the same channel keeps it")
  func forgetting() throws {
    for (channel, isKept) in [("X", true), ("Y", false)] {
      var viewing = try lapsed(on: "X")
      viewing.forgetLapsed(unlessOn: channel)
      #expect(viewing.isKnown == isKept)
    }
    var viewing = try lapsed(on: "X")
    let taken = [viewing.takeLapsed(), viewing.takeLapsed()]
    #expect(taken.map { $0 != nil } == [true, false])
  }

  @Test("payloads held in a lapsed session are kept until they are cleared")
  func payloads() throws {
    for isForgotten in [false, true] {
      var viewing = try lapsed(on: "X")
      viewing.lapsed?.session.hold("payload")
      if isForgotten { viewing.lapsed?.session.heldTags = [] }
      let lapsed = viewing.takeLapsed()
      #expect(lapsed?.session.heldTags == (isForgotten ? [] : ["payload"]))
    }
  }

  @Test("if a session that continues a lapsed one lapses too, the first lapsed session is kept")
  func twice() throws {
    var viewing = try lapsed(on: "X")
    viewing.open(channelName: "Y", mediaURL: "", content: nil, now: 0)
    let again = try #require(viewing.lapsing(at: Self.place))
    #expect(again.session.channelName == "X")
    #expect(again.played(to: 11, gap: 2) == 1)
    #expect(again.played(to: 22, gap: 2) == 2)
    #expect(again.played(to: 30, gap: 2) == 0)
  }
}
