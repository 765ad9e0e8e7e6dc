import Conformance
import Playback
import Presentation
import Records
import TimedMetadata

protocol RecordSink {
  func append(_ row: ExtractRow) throws
  func append(_ row: PingRow) throws
}

extension InputRecorder: RecordSink {}

/// Reads an input once and performs all tasks of the batch on it.
final class BatchPass {
  private let batch: BatchReader
  private let name: String
  private var checker: Checker?
  private var player: SynthesizedPlayer?
  private var gapless = GaplessPlayback(limit: RuleDescription.cadenceGapLimit)
  private var repeated = RepeatedTags()
  private var nielsenTags = 0
  private var pings = 0
  /// The number of pings that the stream would cause if it had no gaps. Nil if unknown, or if the stream has no gaps.
  private(set) var pingsWithoutGaps: Int?
  private var summary: InputSummary?

  init(_ batch: BatchReader, _ name: String) {
    self.batch = batch
    self.name = name
    let options = batch.check.expecting(batch.templates?.template(of: name))
    checker = batch.tasks.contains(.check) ? Checker(input: name, options: options) : nil
  }

  /// Creates the player once the input is known to be readable.
  private func begin() throws {
    guard batch.tasks.contains(.pings) else { return }
    player = try SynthesizedPlayer(options: batch.playback.options(for: name))
  }

  /// Reads the input to its end and passes its rows to `recorder`.
  func read(_ events: TimedMetadataEvents, _ recorder: some RecordSink) async throws {
    try begin()
    let pass = StreamPass(name, events, batch.reading.diagnostics)
    do {
      for try await event in pass {
        checker?.receive(event)
        switch event {
        case .tag(let tag): try receive(tag, pass.tagIndex, recorder)
        case .marker(let marker): player?.receive(marker)
        case .note, .segment, .end: break
        }
      }
      summary = pass.summary
    } catch {
      checker?.breakOff(at: events.partialSummary)
      throw error
    }
    try end(recorder)
  }

  private func receive(_ tag: TimedTag, _ index: Int, _ recorder: some RecordSink) throws {
    if tag.nielsen != nil { nielsenTags += 1 }
    if batch.tasks.contains(.extract) {
      let sameAs = repeated.first(of: tag, index: index)
      try recorder.append(ExtractRow(input: name, index: index, tag: tag, sameAs: sameAs))
    }
    if let player {
      player.receive(tag)
      gapless.receive(tag)
    }
    try record(recorder)
  }

  private func end(_ recorder: some RecordSink) throws {
    guard let player else { return }
    let duration = summary?.duration(ofProgram: player.playedProgram)
    player.finish(duration: duration)
    try record(recorder)
    let isWanted = batch.playback.isWanted
    pingsWithoutGaps = try gapless.pingCount(
      batch.playback.options(for: name),
      duration: duration
    ) { isWanted($0.ping) }
  }

  /// Ends playback after a read error, as if the viewer had stopped watching. Does not end playback if no Nielsen tag
  /// was read, because nothing was watched.
  func fail(_ recorder: some RecordSink) throws {
    if nielsenTags > 0 { player?.finish(duration: nil) }
    try record(recorder)
  }

  /// The verdict on the input. Nil if the input is not checked.
  func report(failure: TimedMetadataError?) -> CheckRow? {
    (checker?.report(failure: failure)).map { CheckRow($0) }
  }

  func partialReport() -> CheckRow? { (checker?.partialReport()).map { CheckRow($0) } }

  private func record(_ recorder: some RecordSink) throws {
    for timed in player?.takePings() ?? [] {
      defer { pings += 1 }
      guard batch.playback.isWanted(timed.ping) else { continue }
      try recorder.append(
        PingRow(input: name, index: pings, time: timed.time, ping: timed.ping)
      )
    }
  }
}
