import Collector
import Presentation
import Records
import Reports
import Synchronization
import System
import TimedMetadata
import Trace

/// Reads the taps of a chain at the same time, each on a separate thread.
final class TraceRun: Sendable {
  private let arguments: [TapArgument]
  private let options: TraceOptions
  private let reading: ReadingOptions
  private let playlists: PlaylistOptions
  private let fetching: FetchSettings
  private let diagnostics: Diagnostics
  private let state: Mutex<State>

  private struct State {
    var taps: [Tap]
    /// The number of changes to `taps`.
    var changes = 0
  }

  init(
    _ arguments: [TapArgument],
    _ options: TraceOptions,
    _ reading: ReadingOptions,
    _ playlists: PlaylistOptions,
    _ fetching: FetchSettings,
    _ diagnostics: Diagnostics
  ) {
    (self.arguments, self.options, self.reading) = (arguments, options, reading)
    (self.playlists, self.fetching, self.diagnostics) = (playlists, fetching, diagnostics)
    let taps = arguments.map {
      Tap(
        stream: $0.name,
        from: playlists.firstSecond,
        takesAll: options.allOwners,
        isPart: reading.isPart
      )
    }
    state = Mutex(State(taps: taps))
  }

  /// Reads all taps and compares them. With `--live`, alarms are written to `alarms` as soon as they are known.
  func report(alarms: RowWriter<TraceRow>) async throws -> ChainReport {
    // Safe, because only `follow` uses `alarms` until the group has ended.
    nonisolated(unsafe) let alarms = alarms
    try await withThrowingTaskGroup(of: Void.self) { group in
      if options.live {
        group.addTask(executorPreference: CommandThread.executor) {
          try await self.follow(alarms)
        }
      }
      await withTaskGroup(of: Void.self) { taps in
        for number in arguments.indices {
          let thread = OwnThread(label: "id3tap.tap")
          taps.addTask(executorPreference: thread) { await self.read(number, on: thread) }
        }
      }
      group.cancelAll()
      try await group.waitForAll()
    }
    return ChainTrace.report(state.withLock { $0.taps })
  }

  // MARK: - Live

  /// The maximum number of incidents that are remembered, so that each is written once.
  private static let maximumKnown = 20_000
  private static let interval: Duration = .seconds(1)

  /// Compares the taps once a second if a tap has changed, and writes new alarms. Returns when the task is cancelled.
  private func follow(_ rows: RowWriter<TraceRow>) async throws {
    var changes = 0
    var known: Set<String> = []
    var failed: Set<Int> = []
    while !Task.isCancelled {
      // A cancelled sleep throws, and the loop ends.
      try? await Task.sleep(for: Self.interval)
      let (taps, count) = state.withLock { ($0.taps, $0.changes) }
      guard count != changes, !Task.isCancelled else { continue }
      changes = count
      let report = ChainTrace.report(taps, isFinal: false)
      var alarms = report.taps.indices.filter {
        report.taps[$0].failure != nil && failed.insert($0).inserted
      }.map { TraceEvent.tapAlarm(report.taps[$0]) }
      let incidents = report.incidents.filter(\.fault.raisesAlarm)
      alarms += incidents.filter { !known.contains($0.key) }.map { .alarm($0) }
      if known.count > Self.maximumKnown { known = [] }
      known.formUnion(incidents.map(\.key))
      for alarm in alarms {
        diagnostics.progress.hide()
        try rows.write(TraceRow(alarm))
      }
    }
  }

  // MARK: - Reading

  private func change(_ number: Int, _ body: (inout Tap) -> Void) {
    state.withLock { state in
      body(&state.taps[number])
      state.changes += 1
    }
  }

  private func fail(_ number: Int, _ words: String) {
    change(number) { $0.failure = $0.failure ?? words }
  }

  private func read(_ number: Int, on thread: OwnThread) async {
    let argument = arguments[number]
    let inputs = Inputs(
      [argument.input],
      reading,
      playlists: playlists,
      fetching: fetching,
      readsAllRepresentations: true,
      thread: thread,
      diagnostics: diagnostics
    )
    inputs.besides = [.rows]
    if inputs.groups.flatMap(\.members).count > 1 {
      let remedy = playlists.segments.join ? "" : ", or give --join for segments of one stream"
      let words = "\(argument.name): contains several streams: name one of them\(remedy)"
      diagnostics.failure(words)
      return fail(number, words)
    }
    do {
      for try await input in inputs {
        switch input {
        case .stream(let stream): try await inputs.read { try await read(stream, inputs, number) }
        case .rows(let source, let head):
          try await inputs.read { try readRecords(source, head, inputs, number) }
        case .failed(_, let error): fail(number, error.description)
        case .name, .capture, .scenario: break
        }
      }
    } catch {
      fail(number, "\(error)")
      diagnostics.failure("\(argument.name): \(error)")
    }
    // Errors about the argument, such as a list without inputs, are reported but not thrown.
    if inputs.hasFailed { fail(number, "it could not be read") }
  }

  private func read(_ stream: StreamInput, _ inputs: Inputs, _ number: Int) async throws {
    var latest = ContinuousClock.now
    // The time at which data of a file arrives is unrelated to the stream.
    let isLive = options.live && inputs.groups.flatMap(\.members).contains(where: \.isLive)
    if options.live {
      inputs.onProgress = { [self] in
        guard ContinuousClock.now - latest >= Self.interval else { return }
        latest = .now
        if let seconds = stream.secondsRead { change(number) { $0.reach(seconds) } }
      }
    }
    defer { inputs.onProgress = {} }
    do {
      for try await event in StreamPass(
        stream.name,
        try await stream.events(),
        diagnostics,
        notes: .losses
      ) {
        let arrival = isLive ? SystemClock.seconds() : nil
        change(number) { $0.receive(event, arrival: arrival) }
      }
    } catch {
      if let seconds = stream.secondsRead { change(number) { $0.reach(seconds) } }
      throw error
    }
  }

  private func readRecords(
    _ source: any ByteSource,
    _ head: [UInt8],
    _ inputs: Inputs,
    _ number: Int
  ) throws {
    let name = arguments[number].name
    guard !head.starts(with: CollectedFile.magic) else {
      return inputs.fail("\(source.name): is a database: name the JSON Lines of 'id3tap extract'")
    }
    guard let window = RecordWindow(from: playlists.from, limit: reading.stream.limitSeconds) else {
      return inputs.fail(
        "\(source.name): --from: records have no live edge and no known end: give seconds, or a time of day"
      )
    }
    let records = TapRecords(
      Tap(records: name, takesAll: options.allOwners, isPart: reading.isPart),
      window
    )
    let reader = RecordReader(records) { inputs.fail($0) }
    reader.onRecord = {
      if Task.isCancelled { throw TimedMetadataError.interrupted(input: source.name) }
    }
    reader.begin(source.name)
    var piece = head
    while !piece.isEmpty {
      try reader.append(piece[...])
      piece = try source.piece()
    }
    try reader.finish()
    if records.count == 0 {
      // Lines that are not records have been reported.
      guard !inputs.hasFailed else { return }
      inputs.fail(
        "\(source.name): contains no tag: name a stream, or the JSON Lines of 'id3tap extract'"
      )
    } else if records.hasSeveralInputs {
      inputs.fail("\(source.name): has tags of several inputs: write a separate file for each tap")
    }
    change(number) { tap in
      let failure = tap.failure
      tap = records.tap
      tap.failure = failure
    }
  }
}

extension TraceIncident {
  /// Identifies an incident: the key does not change while the incident continues.
  fileprivate var key: String {
    let parts = [
      fault.rawValue, from, to, renditions.joined(separator: ","), first.segment ?? "",
      first.offset.map { "\($0)" } ?? "", first.time.map { "\($0)" } ?? "",
    ]
    return parts.joined(separator: "\n")
  }
}

extension ReadingOptions {
  fileprivate var isPart: Bool {
    stream.limitSeconds != nil || (start.from ?? .beginning) != .beginning
  }
}
