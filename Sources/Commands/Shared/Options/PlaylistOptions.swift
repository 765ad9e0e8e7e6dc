import ArgumentParser
import Presentation
import TimedMetadata

/// The options of reading playlists.
struct PlaylistOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Read only this variant of a playlist, with its renditions; may be given several times.",
      discussion: """
        Give the variant's name in the results, its number from 1, its bandwidth or its URI; '*' matches \
        anything.
        """,
      valueName: "name"
    )
  )
  var variant: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Read only this rendition of a playlist; may be given several times.",
      discussion: """
        Give the rendition's name in the results, its NAME, its language or its URI; '*' matches anything. \
        Variants are then read only if --variant names them.
        """,
      valueName: "name"
    )
  )
  var rendition: [String] = []

  @Flag(help: "Read only the first variant of a playlist, with its renditions.")
  var firstVariant = false

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

  @Flag(
    help: ArgumentHelp(
      "Wait for more segments of a playlist on disk that has no EXT-X-ENDLIST.",
      discussion: """
        Default: such a playlist is a capture. It is read from its start to its end at once, unless it \
        and its segments are being written: then until it has not changed for three target durations.
        """
    )
  )
  var follow = false

  func validate() throws {
    if firstVariant, !variant.isEmpty {
      throw ValidationError("--first-variant and --variant exclude each other: give one of them.")
    }
  }

  /// How to reach what a playlist names.
  func access(to input: OpenedInput) -> PlaylistAccess {
    var access = PlaylistAccess(
      url: input.url,
      loader: input.loader,
      selection: selection,
      start: from
    )
    access.followsFiles = follow
    access.answerDate = input.answerDate
    return access
  }

  /// Whether a part of playlists is left out.
  var isLimited: Bool {
    switch from {
    case nil, .beginning: !variant.isEmpty || !rendition.isEmpty || firstVariant
    case .live, .seconds, .wallClock: true
    }
  }

  /// Presentation seconds at which reading begins, where no segment says it: a file has no others.
  var firstSecond: Double {
    guard case .seconds(let seconds) = from else { return 0 }
    return max(0, seconds)
  }

  /// Which variants and renditions are read.
  var selection: RenditionSelection {
    RenditionSelection(
      variants: variant,
      renditions: rendition,
      isFirstVariantOnly: firstVariant
    )
  }

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
