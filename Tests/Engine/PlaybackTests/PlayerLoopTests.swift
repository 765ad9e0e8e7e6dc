import Logging
import NielsenAppApi
import Testing
import TimedMetadata

@testable import Playback

/// The calls for one second of playback.
@Suite struct PlayerLoopTests {
  /// Records the calls that the engine logs, as lines, and the pings.
  private final class Log: LogHandler, @unchecked Sendable {
    // The player and its engine are only used on the test's thread.
    var calls: [String] = []
    var pings: [TimedPing] = []
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let text = "\(event.message)"
      if text.hasPrefix("call ") { calls.append(String(text.dropFirst("call ".count))) }
    }
  }

  /// A player with recorded calls.
  private struct Player {
    let log = Log()
    let loop: PlayerLoop

    init(
      _ playhead: PlaybackOptions.Playhead = .vod,
      liveStart: Int64 = 0,
      isInOrder: Bool = false
    ) {
      var options = PlaybackOptions(channelName: "X")
      options.playhead = playhead
      options.log = Logger(label: "test") { [log] _ in log }
      let app = PlayedApp(options: options, milliseconds: 1_700_000_000_000) { [log] event in
        if case .ping(let ping) = event.kind { log.pings.append(ping) }
      }
      app.start()
      loop = PlayerLoop(app, options: options, liveStart: liveStart, isInOrder: isInOrder)
    }

    /// Plays seconds and returns their calls.
    func play(_ seconds: ClosedRange<Int64>, _ tags: [HeldTag] = []) -> [String] {
      let count = log.calls.count
      for second in seconds {
        loop.position = second
        loop.playSecond(tags)
      }
      return Array(log.calls.dropFirst(count))
    }
  }

  /// Breaks, each from a start and a length.
  private static func breaks(_ breaks: (Double, Double)...) -> AdBreaks {
    var all = AdBreaks()
    for (start, length) in breaks {
      all.receive(TimelineMarker(kind: .cueOut, time: start, duration: length, isOut: true))
    }
    return all
  }

  private static let tag = HeldTag(time: 0, streamTime: 0, wallClock: nil, owners: ["a", "bb"])

  @Test("each second sends a playhead, then its tags, and pings have the time of the second")
  func second() {
    let player = Player()
    player.loop.begin()
    #expect(player.log.calls.map { $0.prefix { $0 != " " } } == ["play", "loadMetadata"])
    #expect(
      player.play(7...7, [Self.tag]) == [
        "playheadPosition 7", "sendID3 of 1 bytes", "sendID3 of 2 bytes",
      ]
    )
    #expect(player.loop.app.second == 7)
    player.loop.app.handle(.end)
    #expect(player.log.pings.allSatisfy { [0, 7].contains($0.time) })
  }

  @Test(
    "before an ad, the content gets one more playhead, but a seek out of an ad adds no playhead"
  )
  func changeOver() {
    let player = Player()
    player.loop.adBreaks = Self.breaks((10, 5))
    player.loop.begin()
    _ = player.play(0...8)
    #expect(
      player.play(9...10) == [
        "playheadPosition 9", "playheadPosition 10", "stop",
        "loadMetadata type=midroll assetid=break-1", "playheadPosition 0",
      ]
    )
    #expect(
      player.play(30...30) == [
        "stop", "loadMetadata type=content", "playheadPosition 25",
      ]
    )
  }

  @Test(
    "content after a late break continues where it stopped, or out of order at the break's start",
    arguments: [true, false]
  )
  func late(isInOrder: Bool) {
    let player = Player(isInOrder: isInOrder)
    player.loop.begin()
    _ = player.play(0...14)
    player.loop.adBreaks = Self.breaks((10, 10))
    #expect(player.play(15...15).last == "playheadPosition 5")
    #expect(player.play(16...20).last == "playheadPosition \(isInOrder ? 15 : 10)")
  }

  @Test("live playheads start at the given time")
  func live() {
    #expect(
      Player(.live, liveStart: 1_600_000_000).play(5...6)
        == ["playheadPosition 1600000005", "playheadPosition 1600000006"]
    )
  }

  @Test("during a cast, the app makes no calls, and the receiver makes the pings")
  func cast() {
    let player = Player()
    player.loop.content["assetid"] = "film"
    player.loop.app.cast(player.loop.metadata, ott: ["ottStatus": "1"])
    let count = player.log.pings.count
    _ = player.play(0...40, [Self.tag])
    player.loop.app.endCast()
    let pings = player.log.pings.dropFirst(count)
    #expect(pings.contains { $0.ping.product == .dcr })
    #expect(pings.allSatisfy { $0.instance == TimedPing.receiver })
    #expect(player.play(41...41) == ["playheadPosition 41"])
  }
}
