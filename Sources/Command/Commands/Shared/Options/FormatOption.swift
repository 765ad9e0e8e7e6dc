import ArgumentParser
import Documents

/// In which format rows are written.
struct FormatOption<Row: ResultRow>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the results. (default: table on a terminal, jsonl elsewhere)",
      valueName: OutputFormat.names(for: Row.self)
    ),
    completion: OutputFormat.completion(for: Row.self),
    transform: { try OutputFormat.parse($0, for: Row.self) }
  )
  var format: OutputFormat?
}
