import Glibc
import Playback
import System
import Testing
import TimedMetadata

@testable import TerminalPlayer

/// A stream whose bytes come when the test releases them.
private final class SlowStream: PlayerStream {
  let name = "slow.log"
  let readAhead: Double? = nil
  let isLive: Bool
  private let source: SlowSource

  init(_ gate: Gate, isLive: Bool = false) {
    source = SlowSource(gate)
    self.isLive = isLive
  }

  func open(progress: @escaping () -> Void) throws(TimedMetadataError) -> TimedMetadataReader {
    try TimedMetadataReader(
      source,
      options: ReaderOptions(readsText: true, progress: { _, _ in progress() })
    )
  }

  func take(_ note: StreamNote) {}
  func cancel() { source.gate.open(.max) }
}

/// How many lines may be read.
private final class Gate: Sendable {
  private struct State {
    var open = 0
    /// The line that the reader asks for: it has done with those before.
    var asked = 0
  }

  private let state = Monitor(State())

  func open(_ count: Int) { state.withLock { $0.open = count } }

  /// Waits until a line may be read.
  func pass(_ line: Int) {
    state.withLock { $0.asked = line }
    state.wait { $0.open > line ? true : nil }
  }

  /// Waits until the reader has read this many lines. Only a hanging test takes five minutes.
  func waitForReader(_ count: Int) {
    _ = state.wait(atMost: 300) { (state: inout State) -> Bool? in
      state.asked >= count ? true : nil
    }
  }
}

private final class SlowSource: ByteSource, @unchecked Sendable {
  let name = "slow.log"
  let size: Int64? = nil
  let gate: Gate
  // Only the reading thread uses it.
  private var line = 0
  private let all = SampleStream.text.split(separator: "\n").map { Array(($0 + "\n").utf8) }

  init(_ gate: Gate) { self.gate = gate }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    gate.pass(line)
    guard line < all.count else { return 0 }
    buffer.copyBytes(from: all[line])
    line += 1
    return all[line - 1].count
  }
}

/// A player with a stream that comes slower than it is played.
@Suite struct StallTests {
  private let gate = Gate()

  private func player(isLive: Bool = false) throws -> SamplePlayer {
    let gate = gate
    return try SamplePlayer {
      $0.waitsForStream = false
    } stream: { _ in
      SlowStream(gate, isLive: isLive)
    }
  }

  /// Advances the clock by `seconds`.
  private func pass(_ seconds: Int, _ player: SamplePlayer) {
    for _ in 0..<seconds {
      player.clock.set(milliseconds: player.clock.milliseconds + 1000)
      player.session.advance()
    }
  }

  /// Waits until this many seconds have been read.
  private func read(_ lines: Int, upTo seconds: Double, _ player: SamplePlayer) throws {
    gate.open(lines)
    let feed = try #require(player.session.feed)
    gate.waitForReader(lines)
    #expect(feed.reached >= seconds)
    player.session.advance()
  }

  @Test("nothing is reported before the stream is there; then playing begins")
  func start() throws {
    let player = try player()
    player.session.play()
    pass(5, player)
    #expect(player.session.isStalled)
    #expect(player.calls.count == 2)
    try read(2, upTo: 10, player)
    #expect(!player.session.isStalled)
    #expect(player.calls.last == "5.0 sendID3 249")
    gate.open(.max)
  }

  @Test("a short wait is not passed to the engine; playing goes on with the next second")
  func short() throws {
    let player = try player()
    player.session.play()
    try read(2, upTo: 10, player)
    pass(25, player)
    #expect(player.session.isStalled)
    #expect(player.calls.last == "9.0 playheadPosition 9")
    try read(3, upTo: 20, player)
    #expect(player.calls.suffix(2) == ["25.0 playheadPosition 10", "25.0 sendID3 249"])
    gate.open(.max)
  }

  @Test("a wait of thirty seconds is a stop; then play and metadata are passed again")
  func long() throws {
    let player = try player()
    player.session.play()
    try read(2, upTo: 10, player)
    pass(41, player)
    #expect(player.calls.last == "40.0 stop")
    try read(3, upTo: 20, player)
    #expect(
      player.calls.suffix(4) == [
        "41.0 play channelName=One", "41.0 loadMetadata adModel=1 type=content",
        "41.0 playheadPosition 10", "41.0 sendID3 249",
      ]
    )
    gate.open(.max)
  }

  @Test("a seek ends at the edge of a live stream, and a second one stays there")
  func liveEdge() throws {
    let player = try player(isLive: true)
    player.session.play()
    try read(3, upTo: 20, player)
    for _ in 0..<2 {
      player.session.seek(to: 500)
      #expect((17...18).contains(player.session.position))
    }
    player.session.seek(to: 5)
    #expect(player.session.position == 5)
    gate.open(.max)
  }

  @Test("a seek in a recording goes where nothing has been read yet")
  func recording() throws {
    let player = try player()
    player.session.play()
    try read(3, upTo: 20, player)
    player.session.seek(to: 500)
    #expect(player.session.position == 499)
    gate.open(.max)
  }

  @Test("after a sleep of the machine the playhead goes on where it was")
  func sleep() throws {
    let clock = SleepyClock()
    var options = PlayerOptions()
    options.waitsForStream = true
    let channels = [PlayerChannel(name: "One", url: "a")]
    let session = try #require(
      PlayerSession(channels: channels, options: options, clock: clock) { _ in SampleStream() }
    )
    session.play()
    clock.base.set(milliseconds: clock.milliseconds + 3_600_000)
    session.advance()
    #expect(session.position == 1)
  }
}

/// A clock with the limit of a running one.
private final class SleepyClock: PlayerClock {
  let base = VirtualClock(milliseconds: SampleStream.start * 1000)
  var milliseconds: Int64 { base.milliseconds }
  let lagLimitMilliseconds: Int64 = 5000
}
