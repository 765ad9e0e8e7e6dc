import ArgumentParser
import Documents

extension InputRun {
  /// A writer for rows, as the options ask for.
  /// - Throws: the exit code: of a usage error when the output is one of the inputs, of a failure
  ///   when it cannot be made.
  func rows<Row: ResultRow>(
    _ type: Row.Type,
    format: OutputFormat?,
    output: OutputOptions
  ) throws -> RowWriter<Row> {
    if let path = output.output { try refuseInput(at: path) }
    do {
      let destination = try output.destination()
      waiting.flush = destination.flushEarly
      return RowWriter(
        format: format ?? output.defaultFormat(for: destination),
        style: output.tableStyle(for: destination, namesInputs: hasSeveralInputs),
        destination: destination,
        isPrompt: isLive
      )
    } catch {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  func refuseInput(at path: String) throws {
    for input in groups.flatMap(\.members) where SameFile.check(input, path) {
      diagnostics.failure("\(path): is also an input: name another file with -o")
      throw ExitCodes.wrongUsage
    }
  }
}

/// Writes out rows when an input waits, such as a playlist on disk for its next segment: until then they
/// are written in large pieces.
final class WaitingInput {
  /// How long nothing comes from an input that waits.
  private static let quietTime: Duration = .milliseconds(100)

  /// Writes out the rows so far.
  var flush: () -> Void = {}
  private var latest = ContinuousClock.now

  /// Something was read.
  func noteReading() { latest = .now }

  /// Starts to write rows out whenever nothing was read for a while, on the thread of the command.
  func flushing() -> Task<Void, Never> {
    // Like the command itself, it is only used on that thread.
    nonisolated(unsafe) let waiting = self
    return Task(executorPreference: CommandThread.executor) {
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.quietTime)
        if ContinuousClock.now - waiting.latest >= Self.quietTime { waiting.flush() }
      }
    }
  }
}
