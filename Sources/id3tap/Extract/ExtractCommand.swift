import ArgumentParser
import Formats
import Results
import System
import TimedMetadata

/// `id3tap extract`: every timed ID3 tag with its time and origin.
struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Print every timed ID3 tag with its time and origin.",
    discussion: """
      One row per tag, in the order of the stream. Times are seconds from the first audio or video frame.

        id3tap extract recording.ts
        id3tap extract https://example.com/master.m3u8 --limit-seconds 60
        curl -s https://example.com/live.ts | id3tap extract - --nielsen
        id3tap extract --text player.log
      """
  )

  @OptionGroup(title: "Extract options") var options: ExtractOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var playlists: PlaylistOptions
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<ExtractRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var fetching: FetchOptions

  func validate() throws { try input.requireInputs() }

  func run() throws {
    let run = InputRun(
      input.inputs,
      input.reading,
      playlists: playlists,
      fetching: fetching.settings,
      readsText: options.text,
      diagnostics: talk.diagnostics()
    )
    let rows = try run.rows(ExtractRow.self, format: format.format, output: output)
    try run { name, reader in
      try extract(name, reader, to: rows, run.diagnostics)
    } finish: { (isWorthFile) throws(OutputError) in
      try rows.finish(replacingFile: isWorthFile)
    }
  }

  private func extract(
    _ name: String,
    _ reader: TimedMetadataReader,
    to rows: RowWriter<ExtractRow>,
    _ diagnostics: Diagnostics
  ) throws {
    var (index, written) = (0, 0)
    var losses = LossTally()
    var repeated = RepeatedTags()
    while let event = try reader.next() {
      switch event {
      case .tag(let tag):
        defer { index += 1 }
        let sameAs = repeated.first(of: tag, index: index)
        if options.selection == .nielsen, tag.nielsen == nil { continue }
        diagnostics.progress.hide()
        try rows.write(ExtractRow(input: name, index: index, tag: tag, sameAs: sameAs))
        written += 1
      case .note(let note):
        losses.count(note)
        diagnostics.note(note, in: name)
      case .marker(let marker):
        diagnostics.marker(marker, in: name)
      case .segment: break
      case .end(let summary):
        let report = RenditionReport(renditions: summary.renditions)
        for words in [report.presence, report.losses].compactMap({ $0 }) {
          diagnostics.notice("\(name): \(words)")
        }
        let missing = MissingTags(
          summary: summary,
          selection: input.reading.selection(from: playlists.from),
          losses: losses,
          isText: options.text
        )
        if written == 0, index == 0 {
          diagnostics.notice("\(name): \(missing.explanation)")
        } else if written == 0 {
          diagnostics.notice("\(name): \(missing.explanationOfSelecting)")
        } else if let lost = missing.lossesBesideTags {
          diagnostics.notice("\(name): \(lost)")
        }
      }
    }
  }
}
