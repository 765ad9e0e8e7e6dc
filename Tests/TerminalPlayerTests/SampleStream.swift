import Foundation
import Playback
import TestSupport
import Testing
import TimedMetadata

@testable import TerminalPlayer

/// Twelve minutes with a tag every ten seconds: the log of the sample scenario.
final class SampleStream: PlayerStream {
  /// 2023-11-14T18:00:00Z, the time of the first tag.
  static let start: Int64 = 1_699_984_800
  /// The second of the last tag.
  static let lastSecond: Int64 = 710

  static let text: String = {
    let file = Corpus.packageRoot.appendingPathComponent("SampleStreams/scenarios/linear-pause.log")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  let name = "sample.log"
  let readAhead: Double?
  private let bytes: [UInt8]
  private let failure: TimedMetadataError?

  /// The first `tags` tags; with a failure nothing can be opened.
  init(tags: Int = 72, readAhead: Double? = nil, failure: TimedMetadataError? = nil) {
    let lines = Self.text.split(separator: "\n").prefix(tags)
    bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    self.readAhead = readAhead
    self.failure = failure
  }

  func open(progress: @escaping () -> Void) throws(TimedMetadataError) -> TimedMetadataReader {
    if let failure { throw failure }
    return try TimedMetadataReader(
      MemorySource(bytes, name: name),
      options: ReaderOptions(progress: { _, _ in progress() })
    )
  }

  func take(_ note: StreamNote) {}

  func cancel() {}
}

/// A player with a clock that the test sets.
struct SamplePlayer {
  let clock: VirtualClock
  let session: PlayerSession
  let controller: PlayerController

  init(
    channels: [PlayerChannel] = [PlayerChannel(name: "One", url: "sample.log")],
    _ change: (inout PlayerOptions) -> Void = { _ in },
    save: @escaping (PlayerLog) -> String = { "\($0.entries.count) entries" },
    stream: @escaping (Int) -> any PlayerStream = { _ in SampleStream() }
  ) throws {
    var options = PlayerOptions()
    options.waitsForStream = true
    change(&options)
    clock = VirtualClock(milliseconds: SampleStream.start * 1000)
    session = try #require(
      PlayerSession(channels: channels, options: options, clock: clock, stream: stream)
    )
    controller = PlayerController(session, save: save)
  }

  /// Takes the steps of a script, and leaves.
  func run(_ script: String) throws {
    let run = ScriptRun(controller, clock: clock, waiting: .setting(clock)) { false }
    run(try PlayerScript(script))
  }

  /// The calls so far, with the seconds at which they were made; of payloads the length.
  var calls: [String] {
    session.log.entries.compactMap { entry in
      guard case .call(let name, let argument, let result) = entry.content else { return nil }
      let seconds = Double(entry.milliseconds - SampleStream.start * 1000) / 1000
      var text = "\(seconds) \(name)"
      switch argument {
      case nil: break
      case .string(let payload) where name == "sendID3": text += " \(payload.count)"
      case .some(let value): text += " \(value.plainText)"
      }
      return text + (result.map { " = \($0.plainText)" } ?? "")
    }
  }

  /// Product and type of the pings so far.
  var pings: [String] {
    session.log.entries.compactMap { entry in
      guard case .ping(let row) = entry.content else { return nil }
      return "\(row.ping.product) \(row.ping.type)"
    }
  }
}
