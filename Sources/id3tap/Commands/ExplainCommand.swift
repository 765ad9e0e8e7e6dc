import ArgumentParser
import NielsenTag
import Results
import TimedMetadata

/// `id3tap explain`: tags field by field.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a tag field by field, with a drawing of its bytes.",
    discussion: """
      A tag is given as its payload string, or as an input that holds tags: a file with an ID3 tag, a \
      stream, a log. Each field is shown with its meaning and how sure that is: nothing is decrypted, and \
      what rests on a few public samples says so.

        id3tap explain 'www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/.../00'
        id3tap explain tag.id3
        id3tap explain recording.ts --limit-seconds 20
      """
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var playlists: PlaylistOptions

  @Option(
    help: ArgumentHelp(
      "The form of the results: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: OutputFormat.names(for: ExplanationRow.self)
    ),
    completion: OutputFormat.completion(for: ExplanationRow.self),
    transform: { try OutputFormat.parse($0, for: ExplanationRow.self) }
  )
  var format: OutputFormat?

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws { try input.requireInputs() }

  func run() throws {
    let payloads = input.inputs.compactMap { NielsenPayload(owner: $0) }
    var streams = input
    streams.inputs.removeAll { $0.hasPrefix(NielsenPayload.ownerPrefix) }
    let run = InputRun(streams, playlists: playlists, diagnostics: talk.diagnostics())
    let rows = try run.rows(ExplanationRow.self, format: format, output: output)
    try run.writing {
      for payload in payloads {
        try rows.write(
          ExplanationRow(
            input: payload.text,
            index: 0,
            time: nil,
            TagExplanation(payload: payload)
          )
        )
      }
    }
    try run { name, reader in
      try explain(name, reader, to: rows, run.diagnostics)
    } finish: { (isWorthFile) throws(OutputError) in
      try rows.finish(replacingFile: isWorthFile)
    }
  }

  private func explain(
    _ name: String,
    _ reader: TimedMetadataReader,
    to rows: RowWriter<ExplanationRow>,
    _ diagnostics: Diagnostics
  ) throws {
    var index = 0
    while let event = try reader.next() {
      switch event {
      case .tag(let tag):
        diagnostics.progress.hide()
        try rows.write(
          ExplanationRow(input: name, index: index, time: tag.time, TagExplanation(tag))
        )
        index += 1
      case .note(let note): diagnostics.log(note, in: name)
      case .marker, .segment: break
      case .end:
        if index == 0 { diagnostics.notice("\(name): holds no timed ID3") }
      }
    }
  }
}
