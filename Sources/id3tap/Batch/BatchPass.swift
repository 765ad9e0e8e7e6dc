import Conformance
import Playback
import Results
import TimedMetadata

/// One pass over one input.
struct BatchPass {
  private let batch: BatchReader
  private let name: String
  private let cancellation: Cancellation
  private var checker: Checker?
  private var player: SynthesizedPlayer?
  private let made = MadePings()
  private var repeated = RepeatedTags()
  private var tags = 0
  private var nielsenTags = 0
  private var pings = 0
  private var summary: InputSummary?

  /// The pings that are not handed over yet.
  private final class MadePings {
    var pings: [TimedPing] = []
  }

  init(_ batch: BatchReader, _ name: String, _ cancellation: Cancellation) {
    self.batch = batch
    self.name = name
    self.cancellation = cancellation
    checker = batch.tasks.contains(.check) ? Checker(input: name, options: batch.check) : nil
  }

  /// The input can be read: the player is made now.
  mutating func begin() throws {
    guard batch.tasks.contains(.pings) else { return }
    let made = made
    player = try SynthesizedPlayer(
      options: batch.playback.options(for: name, cancellation)
    ) { made.pings.append($0) }
  }

  mutating func receive(_ event: TimedMetadataEvent, _ recorder: InputRecorder) throws {
    checker?.receive(event)
    switch event {
    case .tag(let tag): try receive(tag, recorder)
    case .note(let note): batch.reading.diagnostics.log(note, in: name)
    case .marker(let marker):
      player?.receive(marker)
      batch.reading.diagnostics.marker(marker, in: name)
    case .segment: break
    case .end(let end): summary = end
    }
  }

  private mutating func receive(_ tag: TimedTag, _ recorder: InputRecorder) throws {
    defer { tags += 1 }
    if tag.nielsen != nil { nielsenTags += 1 }
    if batch.tasks.contains(.extract) {
      let sameAs = repeated.first(of: tag, index: tags)
      try recorder.append(ExtractRow(input: name, index: tags, tag: tag, sameAs: sameAs))
    }
    player?.receive(tag)
    try record(recorder)
  }

  /// The input has been read to its end.
  mutating func end(_ recorder: InputRecorder) throws {
    guard let player else { return }
    player.finish(duration: summary?.duration(ofProgram: player.playedProgram))
    try record(recorder)
  }

  /// Reading has failed: the viewer stops watching. Without a tag nothing was watched.
  mutating func fail(_ recorder: InputRecorder) throws {
    if nielsenTags > 0 { player?.finish(duration: nil) }
    try record(recorder)
  }

  /// The verdict; nil when the input is not checked.
  mutating func report(failure: TimedMetadataError?) -> CheckRow? {
    (checker?.report(failure: failure)).map { CheckRow($0) }
  }

  private mutating func record(_ recorder: InputRecorder) throws {
    for timed in made.pings {
      defer { pings += 1 }
      guard batch.playback.isWanted(timed.ping) else { continue }
      try recorder.append(
        PingRow(input: name, index: pings, time: timed.time, ping: timed.ping)
      )
    }
    made.pings.removeAll(keepingCapacity: true)
  }
}
