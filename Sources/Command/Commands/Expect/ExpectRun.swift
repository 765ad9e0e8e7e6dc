import Conformance
import Presentation
import System
import TimedMetadata

/// Reads streams, and writes the template of their channel.
final class ExpectRun {
  private let options: ExpectOptions
  private let start: Double
  private let diagnostics: Diagnostics
  private var observation = TemplateObservation()
  private var inputs: [String] = []
  /// Whether the streams give no template.
  private(set) var hasRefused = false

  /// A run at the start of its first input, which is read from `start` on, in presentation seconds.
  init(options: ExpectOptions, start: Double, diagnostics: Diagnostics) {
    self.options = options
    self.start = start
    self.diagnostics = diagnostics
  }

  /// Reads an input to its end.
  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    observation.begin(start: start)
    inputs.append(name)
    for try await event in StreamPass(name, events, diagnostics) { observation.receive(event) }
    diagnostics.progress.hide()
    // Beside good streams it would go unnoticed.
    guard observation.hasTags || inputs.count == 1 else {
      return refuse(name, TemplateRefusal.noTags(others: 0).description)
    }
  }

  /// Writes the template, unless the streams give none.
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
