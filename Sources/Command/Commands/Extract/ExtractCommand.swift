import ArgumentParser
import Formats
import Presentation
import Records
import System
import TimedMetadata

struct ExtractCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Print every timed ID3 tag with its time and origin.",
    discussion: """
      One row per tag, in the order of the stream. Times are seconds from the first audio or video frame. \
      In a table, # is the number of the tag, PID is decimal, CID is the start of the content id, SEQ is \
      the sequence number, SPAN is the time from the first to the last tag time, and PC+ and FD+ are the \
      PC and FD offsets in seconds.

        id3tap extract recording.ts
        id3tap extract https://example.com/master.m3u8 --limit-seconds 60
        curl -s https://example.com/live.ts | id3tap extract - --nielsen
        id3tap extract --text player.log
        id3tap extract --markers recording.ts
      """
  )

  @OptionGroup(title: "Extract options") var options: ExtractOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<ExtractRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws { try input.requireInputs() }

  func run() async throws {
    let file = try file.options
    let inputs = Inputs(
      input.inputs,
      input.reading,
      playlists: file.playlists(from: input.reading.start, segments),
      fetching: file.fetching(header),
      readsText: options.text,
      diagnostics: talk.diagnostics()
    )
    if options.markers { return try await printMarkers(inputs) }
    let rows = try inputs.rows(ExtractRow.self, format: format.format, output: output)
    let extraction = ExtractRun(
      options: options,
      selection: input.reading.selection,
      rows: rows,
      diagnostics: inputs.diagnostics
    )
    try await inputs.diagnostics.ending(inputs.hasFailed) {
      for try await case .stream(let stream) in inputs {
        try await inputs.read { try await extraction.read(stream.name, stream.events()) }
      }
      try rows.finish(replacingFile: inputs.haveResults)
    }
  }

  private func printMarkers(_ inputs: Inputs) async throws {
    let rows = try inputs.rows(MarkerRow.self, format: format.format, output: output)
    let diagnostics = inputs.diagnostics
    try await diagnostics.ending(inputs.hasFailed) {
      for try await case .stream(let stream) in inputs {
        try await inputs.read {
          var count = 0
          let events = try await stream.events()
          let pass = StreamPass(
            stream.name,
            events,
            diagnostics,
            notes: .losses,
            logsMarkers: false
          )
          for try await case .marker(let marker) in pass where !marker.isUpdate {
            diagnostics.progress.hide()
            try rows.write(MarkerRow(input: stream.name, index: count, marker: marker))
            count += 1
          }
          guard pass.summary != nil, count == 0 else { return }
          diagnostics.notice(
            "\(stream.name): no markers of ad breaks: check that the input carries SCTE-35 or cue tags"
          )
        }
      }
      try rows.finish(replacingFile: inputs.haveResults)
    }
  }
}

/// The options that select what `id3tap extract` prints and how it reads inputs.
struct ExtractOptions: ParsableArguments {
  @Flag(help: "Print only tags with a Nielsen payload.")
  var nielsen = false

  @Flag(help: ArgumentHelp("Print all tags: the default.", visibility: .hidden))
  var all = false

  @Flag(
    help: ArgumentHelp(
      "Print the markers of ad breaks and programs instead of tags.",
      discussion: "SCTE-35 of transport streams, event messages and playlists, and cue tags."
    )
  )
  var markers = false

  @Flag(
    help: ArgumentHelp(
      "Search logs, CSV or captures for Nielsen payload strings.",
      discussion: """
        Without this option a text file is recognized by its first payload; with it, \
        the file may also contain binary data.
        """
    )
  )
  var text = false

  func validate() throws {
    if all, nielsen {
      throw ValidationError("--all and --nielsen exclude each other: give one of them.")
    }
    guard markers, nielsen || text else { return }
    throw ValidationError("--markers prints no tags: leave --nielsen and --text out.")
  }
}

/// Writes one row for each tag that the options select.
struct ExtractRun {
  let options: ExtractOptions
  let selection: MissingTags.Selection
  let rows: RowWriter<ExtractRow>
  let diagnostics: Diagnostics

  /// Reads an input, writes its tags, and reports why tags may be missing.
  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    var written = 0
    var repeated = RepeatedTags()
    var gaps = DataTagGaps()
    let pass = StreamPass(name, events, diagnostics, notes: .losses)
    for try await case .tag(let tag) in pass {
      let index = pass.tagIndex
      let sameAs = repeated.first(of: tag, index: index)
      let gap = gaps.gap(before: tag)
      if options.nielsen, tag.nielsen == nil { continue }
      diagnostics.progress.hide()
      try rows.write(ExtractRow(input: name, index: index, tag: tag, sameAs: sameAs, gap: gap))
      written += 1
    }
    guard let summary = pass.summary else { return }
    let report = RenditionNotices(renditions: summary.renditions)
    for words in [report.presence, report.losses].compactMap({ $0 }) {
      diagnostics.notice("\(name): \(words)")
    }
    let missing = MissingTags(
      summary: summary,
      selection: selection,
      losses: pass.losses,
      isText: options.text
    )
    if pass.tagCount == 0 {
      diagnostics.notice("\(name): \(missing.explanation)")
    } else if written == 0 {
      diagnostics.notice("\(name): \(missing.explanationOfSelecting)")
    } else if let lost = missing.lossesBesideTags {
      diagnostics.notice("\(name): \(lost)")
    }
  }
}
