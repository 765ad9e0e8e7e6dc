import ArgumentParser
import Results

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
      return RowWriter(
        format: format ?? output.defaultFormat(for: destination),
        style: output.tableStyle(for: destination, namesInputs: hasSeveralInputs),
        destination: destination,
        isPrompt: isLive || reading.playlists.follow
      )
    } catch {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  private func refuseInput(at path: String) throws {
    for input in groups.flatMap(\.members) where SameFile.check(input, path) {
      diagnostics.failure("\(path): is also an input: name another file with -o")
      throw ExitCodes.wrongUsage
    }
  }
}
