import ArgumentParser
import TimedMetadata

/// The inputs and what to read of them.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The streams to read.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input a line. What an input is, is \
        decided by its content.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp("Read only the program with this number.", valueName: "number")
  )
  var program: Int?

  @Option(help: ArgumentHelp("Read only the elementary stream with this PID.", valueName: "pid"))
  var pid: Int?

  // A number below 0 would look like an option: it shall be refused as what it is.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read only so many seconds of presentation time, from where reading begins.",
      valueName: "seconds"
    ),
    transform: Self.parseSeconds
  )
  var limitSeconds: Double?

  @OptionGroup(title: "Network options") var fetching: FetchOptions

  func validate() throws {
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
  }

  /// Refuses to go on without an input.
  func requireInputs() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...'") }
  }

  private static func parseSeconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
      throw ValidationError("'\(text)' is no length to read: give seconds above 0, such as 60.")
    }
    return seconds
  }

  /// Which tags are read; `start` is where reading begins.
  func selection(from start: PlaylistAccess.Start?) -> MissingTags.Selection {
    MissingTags.Selection(program: program, pid: pid, limitSeconds: limitSeconds, start: start)
  }

  /// Whether a part of the inputs is left out.
  var isLimited: Bool { limitSeconds != nil }

  /// The options for the reader.
  func readerOptions(progress: ProgressLine) -> ReaderOptions {
    ReaderOptions(
      program: program,
      pid: pid,
      limitSeconds: limitSeconds,
      progress: { read, total in progress.update(read: read, of: total) },
      isCancelled: { Interruption.isRequested }
    )
  }
}
