import ArgumentParser
import Conformance
import Presentation
import System
import TimedMetadata

struct ExpectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expect",
    abstract: "Write a template from a good hour of a channel, to check other streams against.",
    discussion: """
      The template records the presence of PC and FD, their CIDs and broadcast days, breakout codes, owners, \
      and the renditions that carry tags. Half an hour or more of input also gives the ad load. Review the \
      template, add values that you know, and check streams with --expect of 'check', 'batch' and 'watch'. \
      Several streams, such as main and backup, give one template.
      A CID belongs to one broadcast day: write the template again for the next day, or remove 'cids'. The exit \
      code is 0 if the template was written, 1 if the streams give no template, and 2 if a stream could not \
      be read.

        id3tap expect hour.ts -o news.json
        id3tap expect https://example.com/news/master.m3u8 \\
          --limit-seconds 3600 --channel News -o news.json
        id3tap check --expect news.json recording.ts
      """
  )

  @OptionGroup(title: "Expect options") var template: ExpectOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws { try input.requireInputs() }

  func run() async throws {
    let file = try file.options
    let playlists = file.playlists(from: input.reading.start, segments)
    let inputs = Inputs(
      input.inputs,
      input.reading,
      playlists: playlists,
      fetching: file.fetching(header),
      diagnostics: talk.diagnostics()
    )
    try inputs.refuse(asOutputs: [output.output])
    let observation = ExpectRun(
      options: template,
      start: playlists.firstSecond,
      diagnostics: inputs.diagnostics
    )
    try await inputs.diagnostics.ending(inputs.hasFailed) {
      for try await case .stream(let stream) in inputs {
        try await inputs.read { try await observation.read(stream.name, stream.events()) }
      }
      if !inputs.hasFailed, !Interruption.isRequested { try observation.write(to: output) }
    }
    if observation.hasRefused { throw ExitCodes.found }
  }
}

struct ExpectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The name of the channel. (default: the file name of the first input)",
      valueName: "name"
    )
  )
  var channel: String?

  @Flag(help: "Accept a source with several CIDs in one broadcast day, and expect any of them.")
  var severalCids = false

  func validate() throws {
    if channel?.isEmpty == true { throw ValidationError("--channel: give a name.") }
  }
}

/// Reads streams, and writes the template of their channel.
final class ExpectRun {
  private let options: ExpectOptions
  private let start: Double
  private let diagnostics: Diagnostics
  private var observation = TemplateObservation()
  private var inputs: [String] = []
  /// Whether an input was refused, or the streams give no template.
  private(set) var hasRefused = false

  /// `start` is the presentation time, in seconds, at which reading of each input begins; 0 if unknown.
  init(options: ExpectOptions, start: Double, diagnostics: Diagnostics) {
    self.options = options
    self.start = start
    self.diagnostics = diagnostics
  }

  /// Reads an input to its end and adds its tags to the observation.
  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    observation.begin(start: start)
    inputs.append(name)
    for try await event in StreamPass(name, events, diagnostics) { observation.receive(event) }
    diagnostics.progress.hide()
    // Without this check, the tags of the other streams would hide that this stream has no tags.
    guard observation.hasTags || inputs.count == 1 else {
      return refuse(name, TemplateRefusal.noTags(others: 0).description)
    }
  }

  /// Writes the template, unless an input was refused or the streams give no template.
  func write(to output: OutputOptions) throws(OutputError) {
    guard let first = inputs.first, !hasRefused else { return }
    let channel = options.channel ?? ChannelNames.of(first).first ?? first
    let template: ChannelTemplate
    do throws(TemplateRefusal) {
      template = try observation.template(
        channel: channel,
        acceptsSeveral: options.severalCids
      )
    } catch {
      let names = inputs.count == 1 ? first : "\(first) and \(inputs.count - 1) more"
      return refuse(names, error.description)
    }
    try output.write(template.text)
  }

  private func refuse(_ name: String, _ words: String) {
    diagnostics.failure("\(name): \(words)")
    hasRefused = true
  }
}
