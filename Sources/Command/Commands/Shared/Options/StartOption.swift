import ArgumentParser
import Presentation
import TimedMetadata

/// Where reading begins.
struct StartOption: ParsableArguments {
  // Seconds may be below 0, which would look like an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where to begin: 'start', 'live', seconds from the start, or a time of the day.",
      discussion: """
        Default: where a player would begin in a live playlist, and the start of all other inputs. Seconds \
        below 0 count from the end of a playlist. A time like 2017-04-06T13:03:03Z needs \
        EXT-X-PROGRAM-DATE-TIME.
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
