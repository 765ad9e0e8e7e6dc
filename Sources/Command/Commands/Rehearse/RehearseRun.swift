import Formats
import PingAnalysis
import Playback
import Records
import Reports
import System
import TimedMetadata

/// Reads the inputs of a rehearsal and writes its result. Methods that return nil have reported an error, or were
/// interrupted.
struct RehearseRun {
  /// The maximum number of pings in a capture. An app sends fewer in a week.
  private static let limit = 20_000

  private let options: ReadingOptions
  private let playlists: PlaylistOptions
  private let fetching: FetchSettings
  private let diagnostics: Diagnostics

  init(
    _ options: ReadingOptions,
    _ playlists: PlaylistOptions,
    _ fetching: FetchSettings,
    _ diagnostics: Diagnostics
  ) {
    self.options = options
    self.playlists = playlists
    self.fetching = fetching
    self.diagnostics = diagnostics
  }

  /// The values from an option. The list is nil if the option was not given.
  struct Given<Value> {
    var list: [Value]?
  }

  // MARK: - Actions

  /// Reads the tester's actions from JSON Lines, a scenario or a list of calls. The clock of a scenario, or of a list
  /// without times of day, starts at the first ping. A scenario without a duration is played until the last tag.
  func actions(
    _ path: String?,
    of captured: ExchangeSorter?,
    _ tags: Given<RehearsalCase.StreamTag>?
  ) -> Given<ViewerAction>? {
    guard let path else { return Given(list: nil) }
    do throws(SmallFile.ReadError) {
      let bytes = try SmallFile.bytes(of: path, upTo: CallList.sizeLimit)
      do throws(ScenarioError) {
        return Given(
          list: try ViewerAction.read(
            bytes,
            start: captured?.pings.compactMap(\.ping.madeAt).min().map { Int64($0) },
            duration: tags?.list?.last?.time
          )
        )
      } catch {
        diagnostics.failure("--actions \(path): \(error)")
      }
    } catch {
      diagnostics.failure("--actions \(path): \(error): name a file of actions")
    }
    return nil
  }

  /// Reports a notice if no action is within an hour of the pings. In that case, the clocks differ or the actions
  /// belong to another capture.
  func compare(_ actions: Given<ViewerAction>, with captured: ExchangeSorter, _ path: String?) {
    guard let path, let actions = actions.list, !actions.isEmpty else { return }
    let times = captured.pings.compactMap(\.ping.madeAt)
    guard let first = times.min(), let last = times.max(),
      !actions.contains(where: { $0.time >= first - Self.margin && $0.time <= last + Self.margin })
    else { return }
    let span = [first, last].compactMap(UTCTime.text).joined(separator: " to ")
    diagnostics.notice(
      "--actions \(path): no action is within an hour of the pings (\(span)): give the actions of this capture, "
        + "with 'at' in Unix seconds of the device's clock"
    )
  }

  /// The maximum time, in seconds, between an action such as a pause and the pings that it may explain.
  private static let margin = 3600.0

  // MARK: - Capture

  /// The requests of the capture, sorted into pings and other requests.
  func capture(_ argument: String) async throws -> ExchangeSorter? {
    let requests = Requests(argument)
    if PingRecognizer.isPing(argument) {
      requests.sorter.take(CapturedExchange(request: CapturedRequest(url: argument)))
      return requests.sorter
    }
    let inputs = inputs(argument)
    inputs.isWhole = PingRecognizer.isPing
    inputs.besides = [.capture]
    for try await input in inputs {
      switch input {
      case .name(let name):
        let request = CapturedRequest(url: name)
        try await inputs.read { try requests.take(CapturedExchange(request: request)) }
      case .capture(let capture):
        try await inputs.read { try capture.forEachExchange(requests.take) }
      case .stream(let stream):
        // An empty file gets a clearer error than `CaptureInput.refusal`.
        try await inputs.read {
          try Self.refuseEmpty(stream.head, stream.name)
          throw CaptureInput.refusal(of: stream.name)
        }
      case .rows, .scenario, .failed: break
      }
    }
    if inputs.hasFailed || Interruption.isRequested { return nil }
    guard !requests.sorter.pings.isEmpty else {
      let isEmpty = requests.sorter.otherRequests.isEmpty
      diagnostics.failure(
        "\(InputURL.shown(argument)): contains no "
          + (isEmpty ? "request: \(Self.recording)" : "ping: \(CaptureInput.remedyWithoutPings)")
      )
      return nil
    }
    return requests.sorter
  }

  private static let recording =
    "record the app from its launch with mitmproxy and 'id3tap collect', or export a HAR from a proxy"

  /// Throws an error if the first bytes of an input are only white space: nothing was recorded.
  private static func refuseEmpty(_ head: [UInt8], _ name: String) throws(TimedMetadataError) {
    guard head.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return }
    throw TimedMetadataError(
      .empty,
      input: name,
      reason: "the capture is empty",
      remedy: recording
    )
  }

  private final class Requests {
    private let name: String
    var sorter = ExchangeSorter()

    init(_ name: String) { self.name = name }

    func take(_ exchange: CapturedExchange) throws {
      sorter.take(exchange)
      guard sorter.pings.count > RehearseRun.limit else { return }
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "contains more than \(RehearseRun.limit) pings",
        remedy: "split the capture, or cut it to one viewing"
      )
    }
  }

  // MARK: - Stream

  /// The Nielsen tags that a player of the stream sees: those of one program and one rendition.
  func streamTags(_ argument: String?) async throws -> Given<RehearsalCase.StreamTag>? {
    guard let argument else { return Given(list: nil) }
    var selection = PlayedTagSelection()
    var tags: [RehearsalCase.StreamTag] = []
    let inputs = inputs(argument)
    for try await case .stream(let stream) in inputs {
      try await inputs.read {
        let events = try await stream.events()
        let pass = StreamPass(stream.name, events, diagnostics, logsMarkers: false)
        for try await case .tag(let tag) in pass {
          guard let held = selection.take(tag) else { continue }
          tags += held.owners.map { RehearsalCase.StreamTag(payload: $0, time: held.time) }
        }
      }
    }
    if inputs.hasFailed || Interruption.isRequested { return nil }
    if tags.isEmpty {
      diagnostics.notice(
        "\(InputURL.shown(argument)): contains no Nielsen tag: check it with 'id3tap check', or name another stream"
      )
    }
    return Given(list: tags)
  }

  private func inputs(_ argument: String) -> Inputs {
    Inputs(
      [argument],
      options,
      playlists: playlists,
      fetching: fetching,
      diagnostics: diagnostics
    )
  }

  // MARK: - Output

  private static let longestLine = 100

  func write(
    _ report: RehearsalReport,
    as format: OutputFormat?,
    to output: OutputOptions
  ) async throws {
    try await diagnostics.ending(false) {
      let destination = try output.destination()
      let format = format ?? output.defaultFormat(for: destination)
      switch format {
      case .table:
        let style = output.tableStyle(for: destination, namesInputs: false)
        let width = min(Self.longestLine, style.width ?? Self.longestLine)
        let text = report.text(isColored: style.isColored, width: width)
        try destination.append { $0 += text.utf8 }
      case .json: try destination.append { $0 += report.json.utf8 }
      case .junit: try destination.append { $0 += report.junit.utf8 }
      case .html: try destination.append { $0 += report.page.markup.utf8 }
      case .jsonl, .csv, .url, .sarif:
        var renderer = RowRenderer<RehearsedItemRow>(format: format)
        try destination.append { bytes in
          for entry in report.entries {
            renderer.append(RehearsedItemRow(input: report.capture, entry: entry), to: &bytes)
          }
          renderer.finish(to: &bytes)
        }
      }
      try destination.commit()
    }
  }
}
