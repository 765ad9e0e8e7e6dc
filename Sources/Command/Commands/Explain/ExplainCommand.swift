import ArgumentParser
import Formats
import PingAnalysis
import Presentation
import Records
import Reports
import System
import TimedMetadata

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain tags and pings field by field, and the rules of 'check'.",
    discussion: """
      Give a tag as its payload string, or as an input with tags: a file with an ID3 tag, a stream, a log. \
      Each field is shown with its meaning and the certainty of the meaning. Nothing is decrypted; fields \
      known only from a few public samples are marked.

      Give a ping as its URL, which is not fetched, or as a capture: URLs one per line, rows of 'id3tap \
      pings', HAR, a Charles session as JSON or CSV, an access log, a database of 'id3tap collect'. Each \
      parameter is shown with its meaning and its faults. Each ping of a capture is also compared with \
      earlier pings of its app session: opt-out, ids, metadata, segments of DCR content. 'id3tap compare' \
      finds missing DTVR pings. Findings do not change the exit code.

      Give a rule by its name, as in the findings of 'id3tap check'.

        id3tap explain recording.ts --limit-seconds 20
        id3tap explain --format html -o pings.html app.har
        id3tap explain cadence-gap
        id3tap explain 'www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/.../00'
        id3tap explain 'https://HOST/cgi-bin/gn?prd=dcr&...'
        id3tap pings recording.ts | id3tap explain -
      """
  )

  @OptionGroup(title: "Explain options") var rules: RuleListOption
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<ExplainRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard !isAboutRules else {
      guard rules.rules == input.inputs.isEmpty else {
        throw ValidationError("--rules lists all rules: leave the other arguments out.")
      }
      guard format.format == nil || format.format == .table else {
        throw ValidationError("Rules are explained as text: leave --format out.")
      }
      _ = try ruleText
      return
    }
    try input.requireInputs()
    for argument in input.inputs where !PingRecognizer.isPing(argument) {
      try CaptureInput.refuseProduction(argument)
    }
  }

  /// Whether the command explains or lists rules.
  private var isAboutRules: Bool { rules.rules || input.inputs.contains(where: RuleText.isRule) }

  private var ruleText: String {
    get throws { rules.rules ? RuleText.list : try RuleText.explanation(of: input.inputs) }
  }

  func run() async throws {
    guard !isAboutRules else {
      return try await talk.diagnostics().ending(false) { try output.write(ruleText) }
    }
    let streams = input.inputs.filter { !isPayload($0) && !PingRecognizer.isPing($0) }
    let file = try file.options
    let inputs = Inputs(
      streams,
      input.reading,
      playlists: file.playlists(from: input.reading.start, segments),
      fetching: file.fetching(header),
      diagnostics: talk.diagnostics()
    )
    let rows = try inputs.rows(ExplainRow.self, format: format.format, output: output)
    let explainer = PingExplainer()
    let diagnostics = inputs.diagnostics
    // The lines of a list file may also be payloads or pings.
    inputs.isWhole = { isPayload($0) || PingRecognizer.isPing($0) }
    inputs.besides = [.capture]
    try await diagnostics.ending(inputs.hasFailed) {
      for argument in input.inputs { try explain(argument, explainer, rows) }
      for try await input in inputs {
        switch input {
        case .name(let name): try await inputs.read { try explain(name, explainer, rows) }
        case .capture(let capture):
          try await inputs.read {
            var explained = ExplainedCapture(capture.name, explainer, rows)
            try explained.read(capture, diagnostics)
            if explained.count == 0 {
              diagnostics.notice(
                "\(capture.name): contains no ping: \(CaptureInput.remedyWithoutPings)"
              )
            }
          }
        case .stream(let stream):
          try await inputs.read {
            try await explain(stream.name, stream.events(), to: rows, diagnostics)
          }
        case .rows, .scenario, .failed: break
        }
      }
      try rows.finish(replacingFile: inputs.haveResults)
    }
  }

  private func isPayload(_ argument: String) -> Bool {
    PayloadArgument.payload(in: argument) != nil
  }

  /// Explains an argument that is a payload or a ping.
  private func explain(
    _ argument: String,
    _ explainer: PingExplainer,
    _ rows: RowWriter<ExplainRow>
  ) throws {
    if let payload = PayloadArgument.payload(in: argument) {
      let explanation = TagExplanation(payload: payload)
      try rows.write(
        ExplainRow(ExplanationRow(input: payload.text, index: 0, time: nil, explanation))
      )
      return
    }
    guard PingRecognizer.isPing(argument) else { return }
    let lint = SessionLint()
    for (index, ping) in CaptureInput.pings(ofArgument: argument).enumerated() {
      let explained = explainer.explain(ping, at: index, in: lint)
      try rows.write(ExplainRow(input: argument, index: index, explained))
    }
  }

  private func explain(
    _ name: String,
    _ events: TimedMetadataEvents,
    to rows: RowWriter<ExplainRow>,
    _ diagnostics: Diagnostics
  ) async throws {
    let pass = StreamPass(name, events, diagnostics, logsMarkers: false)
    for try await case .tag(let tag) in pass {
      diagnostics.progress.hide()
      try rows.write(
        ExplainRow(
          ExplanationRow(input: name, index: pass.tagIndex, time: tag.time, TagExplanation(tag))
        )
      )
    }
    if pass.summary != nil, pass.tagCount == 0 {
      diagnostics.notice("\(name): contains no timed ID3 tags")
    }
  }
}

/// The option of `id3tap explain` that needs no input.
struct RuleListOption: ParsableArguments {
  @Flag(help: "List all rules: name, severity and requirement.")
  var rules = false
}

/// Explains the pings of a capture in their order.
struct ExplainedCapture {
  private let name: String
  private let explainer: PingExplainer
  private let rows: RowWriter<ExplainRow>
  private let lint = SessionLint()
  /// The latest ping, which is not yet written. It is held while pings of a session are missing: if it is the last ping
  /// of the capture, the findings about the missing pings are added to it.
  private var held: (index: Int, ping: ExplainedPing)?
  private(set) var count = 0

  init(_ name: String, _ explainer: PingExplainer, _ rows: RowWriter<ExplainRow>) {
    self.name = name
    self.explainer = explainer
    self.rows = rows
  }

  mutating func read(_ capture: CapturedInput, _ diagnostics: Diagnostics) throws {
    do {
      try capture.forEachPing { ping in
        diagnostics.progress.hide()
        try write(ping)
      }
    } catch {
      // An error must not hide the pings that were read.
      try release()
      throw error
    }
    held?.ping.add(lint.finish())
    try release()
  }

  private mutating func write(_ ping: SentPing) throws {
    try release()
    held = (count, explainer.explain(ping, at: count, in: lint))
    count += 1
    if !lint.awaitsMore { try release() }
  }

  private mutating func release() throws {
    guard let held else { return }
    self.held = nil
    try rows.write(ExplainRow(input: name, index: held.index, held.ping))
  }
}
