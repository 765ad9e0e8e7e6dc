import ArgumentParser
import Results
import TimedMetadata

/// `id3tap extract`: every timed ID3 tag with its time and origin.
struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Print every timed ID3 tag with its time and origin.",
    discussion: """
      One row a tag, in the order of the stream. Times are seconds from the first audio or video frame.

        id3tap extract recording.ts
        curl -s https://example.com/live.ts | id3tap extract - --nielsen
      """
  )

  /// Which tags are printed.
  enum Selection: EnumerableFlag {
    case all
    case nielsen

    static func help(for value: Selection) -> ArgumentHelp? {
      switch value {
      case .all: "Print all tags."
      case .nielsen: "Print only tags with a Nielsen payload."
      }
    }
  }

  @OptionGroup var input: InputOptions

  @Flag(exclusivity: .exclusive) var selection = Selection.all

  @Option(
    help: ArgumentHelp(
      "The form of the results: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: OutputFormat.names(for: ExtractRow.self)
    ),
    completion: OutputFormat.completion(for: ExtractRow.self),
    transform: { try OutputFormat.parse($0, for: ExtractRow.self) }
  )
  var format: OutputFormat?

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws { try input.requireInputs() }

  func run() throws {
    let run = InputRun(input, diagnostics: talk.diagnostics())
    let rows = try run.rows(ExtractRow.self, format: format, output: output)
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
    while let event = try reader.next() {
      switch event {
      case .tag(let tag):
        defer { index += 1 }
        if selection == .nielsen, tag.nielsen == nil { continue }
        diagnostics.progress.hide()
        try rows.write(ExtractRow(input: name, index: index, tag: tag))
        written += 1
      case .note(let note):
        losses.count(note)
        diagnostics.note(note, in: name)
      case .end(let summary):
        let missing = MissingTags(summary: summary, selection: input.selection, losses: losses)
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
