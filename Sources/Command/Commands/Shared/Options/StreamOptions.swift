import ArgumentParser
import Presentation
import TimedMetadata

struct StreamOptions: ParsableArguments {
  @OptionGroup var selection: ProgramOptions

  // Parsed unconditionally, so that a negative number is refused as a value rather than as an unknown option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after this presentation time, in seconds.",
      valueName: "seconds"
    ),
    transform: Self.parseSeconds
  )
  var limitSeconds: Double?

  var program: Int? { selection.program }
  var pid: Int? { selection.pid }

  var isLimited: Bool { limitSeconds != nil }

  private static func parseSeconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
      throw ValidationError("'\(text)' is not a length: give seconds above 0, such as 60.")
    }
    return seconds
  }
}

/// The options that select a part of a transport stream.
struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read only the program with this number.", valueName: "number")
  )
  var program: Int?

  @Option(
    help: ArgumentHelp(
      "Read only the elementary stream with this PID, such as 258 or 0x102.",
      valueName: "pid"
    ),
    transform: Self.parsePID
  )
  var pid: Int?

  func validate() throws {
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
  }

  /// Parses a PID as reports write it: decimal, or hexadecimal after 0x.
  static func parsePID(_ text: String) throws -> Int {
    let isHexadecimal = text.lowercased().hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : Substring(text)
    // Int(_:radix:) would accept a sign after 0x.
    let isSigned = isHexadecimal && !(digits.first?.isHexDigit ?? false)
    guard !isSigned, let pid = Int(digits, radix: isHexadecimal ? 16 : 10) else {
      throw ValidationError("'\(text)' is not a PID: give a number such as 258 or 0x102.")
    }
    return pid
  }
}

struct StartOption: ParsableArguments {
  // Parsed unconditionally, because a negative number would otherwise be parsed as an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where to begin: 'start', 'live', seconds from the start, or a time of day.",
      discussion: """
        Default: where a player would begin in a live playlist on a server, and otherwise the start. Seconds \
        below 0 count from the end of a playlist. A time like 2017-04-06T13:03:03Z needs \
        EXT-X-PROGRAM-DATE-TIME, or availabilityStartTime in a manifest.
        """,
      valueName: "start|live|time"
    ),
    transform: Self.parseStart
  )
  var from: ReadingStart?

  private static func parseStart(_ text: String) throws -> ReadingStart {
    guard let start = ReadingStart(text) else {
      throw ValidationError(
        "'\(text)' is not a position: give 'start', 'live', seconds, or a time like "
          + "2017-04-06T13:03:03Z."
      )
    }
    return start
  }
}

struct SegmentOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Treat the segments in a folder, or the named segments, as one recording.",
      discussion: """
        For segments that no playlist lists. They are read in natural order (seg2 before seg10), after the \
        initialization section if one exists.
        """
    )
  )
  var join = false

  @Flag(
    help: ArgumentHelp(
      "Wait for more segments of a playlist on disk that has no EXT-X-ENDLIST.",
      discussion: """
        Default: such a playlist is read once from start to end, as a capture. If it is still being written, \
        it is followed until it has not changed for three target durations.
        """
    )
  )
  var follow = false
}
