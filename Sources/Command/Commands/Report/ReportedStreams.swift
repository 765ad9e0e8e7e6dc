import Conformance
import Formats
import FoundationEssentials
import Presentation
import Records
import Reports
import System
import TimedMetadata

/// Reads streams for a report. Each stream is read once for its tags, verdict and pings, as in a batch.
final class ReportedStreams: RecordSink {
  struct Settings {
    var input: ReadingOptions
    var playlists: PlaylistOptions
    var fetching: FetchSettings
    var check: CheckOptions
    var templates: ChannelTemplates?

    init(
      _ input: ReadingOptions,
      _ playlists: PlaylistOptions,
      _ fetching: FetchSettings,
      check: CheckOptions = CheckOptions()
    ) {
      (self.input, self.playlists, self.fetching) = (input, playlists, fetching)
      self.check = check
      self.check.take(input.stream, playlists)
    }
  }

  private let settings: Settings
  private let batch: BatchReader
  private let consumer: any RecordConsumer
  private var current: (name: String, pass: BatchPass)?
  private var hasBegun = false
  private var hasTags = false
  /// How many streams were read completely, in part with tags, or until an interruption.
  private(set) var count = 0
  /// Whether the verdict on a stream would make `check` exit with 1.
  private(set) var hasFailed = false

  init(_ settings: Settings, _ reading: InputReading, to consumer: any RecordConsumer) {
    self.settings = settings
    self.consumer = consumer
    batch = BatchReader(
      reading: reading,
      tasks: Set(RecordKind.allCases),
      check: settings.check,
      templates: settings.templates,
      playback: PlaybackSettings(),
      timeout: nil
    )
  }

  func append(_ row: ExtractRow) throws {
    hasTags = true
    try consumer.take(.tag(RecordView(row: row)))
  }

  func append(_ row: PingRow) throws { try consumer.take(.ping(RecordView(row: row))) }

  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    let pass = try begin(name)
    try await pass.read(events, self)
    count += 1
    try take(pass, pass.report(failure: nil))
  }

  /// Reports a stream that could not be read completely.
  func fail(_ name: String, _ error: TimedMetadataError) throws {
    let begun = current.flatMap { $0.name == name ? $0.pass : nil }
    // No row is written if nothing was read before the interruption: the verdict would be that tags are missing.
    if Interruption.isRequested, begun == nil { return }
    if begun != nil, hasTags || Interruption.isRequested { count += 1 }
    let pass = try begun ?? begin(name)
    try pass.fail(self)
    // After an interruption, the verdict covers the events read so far.
    try take(pass, Interruption.isRequested ? pass.partialReport() : pass.report(failure: error))
  }

  private func begin(_ name: String) throws -> BatchPass {
    if !hasBegun { consumer.take(run) }
    hasBegun = true
    if let templates = settings.templates, templates.template(of: name) == nil {
      batch.reading.diagnostics.notice(ChannelTemplates.missing(name))
    }
    let pass = BatchPass(batch, name)
    (current, hasTags) = ((name, pass), false)
    return pass
  }

  private func take(_ pass: BatchPass, _ row: CheckRow?) throws {
    current = nil
    guard let row else { return }
    if row.report.verdict.failsCheck { hasFailed = true }
    let more = InputFields.schema.json(UnstoredInput(pingsWithoutGaps: pass.pingsWithoutGaps))
    let check = CheckFields.withAllRules.json(row.report)
    try consumer.take(.input(RecordView(.object(check.members + more.members))))
  }

  private var run: StoredRun {
    let description = RunDescription(
      version: ToolVersion.id3tap,
      settings: BatchSettings(
        tasks: batch.tasks,
        stream: settings.input.stream,
        playlists: settings.playlists,
        network: settings.fetching.network,
        check: settings.check,
        templates: settings.templates,
        playback: batch.playback
      ).json,
      directory: FileManager.default.currentDirectoryPath
    )
    let now = Double(SystemClock.milliseconds()) / 1000
    return StoredRun(description, started: UTCTime.milliseconds(now) ?? "")
  }
}
