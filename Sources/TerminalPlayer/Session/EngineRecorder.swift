import Playback
import Records

/// Writes down every call, ping, event and error of the player's engine, in order.
final class EngineRecorder {
  /// What was written down.
  var log = PlayerLog()
  /// The stream being played.
  var input: String

  private let listener = EngineListener()
  private let clock: any PlayerClock
  private let options: PlayerOptions
  private weak var engine: PlaybackEngine?
  private var pingCount = 0

  /// Makes an empty log of a player that is to play `input`.
  init(_ options: PlayerOptions, clock: any PlayerClock, input: String) {
    self.options = options
    self.clock = clock
    self.input = input
  }

  /// Starts the engine.
  func startEngine() -> PlaybackEngine {
    var playback = options.playback
    playback.log = playback.log.map { [listener] in
      EngineLogHandler.logger(for: listener, level: $0.logLevel)
    }
    let engine = PlaybackEngine(
      options: playback,
      clock: { [clock] in clock.milliseconds },
      waitsForAnswers: options.waitsForStream,
      errors: listener,
      onCall: { self.note(.call($0, argument: $1, result: $2)) },
      onPings: { self.take($0) }
    )
    self.engine = engine
    return engine
  }

  private func take(_ pings: [TimedPing]) {
    if !pings.isEmpty { options.onPings(pings.count) }
    for timed in pings {
      defer { pingCount += 1 }
      guard options.isWanted(timed.ping) else { continue }
      let name = timed.isReceivers ? "\(input) (receiver)" : input
      note(.ping(PingRow(input: name, index: pingCount, time: timed.time, ping: timed.ping)))
    }
    for content in listener.empty() { note(content) }
  }

  /// Adds an entry at the second being played.
  func note(_ content: LogEntry.Content) {
    log.append(
      LogEntry(
        input: input,
        milliseconds: clock.milliseconds,
        second: engine.flatMap { $0.second < 0 ? nil : $0.second },
        content: content
      )
    )
  }
}
