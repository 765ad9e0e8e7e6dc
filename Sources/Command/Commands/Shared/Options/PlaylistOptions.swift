import ArgumentParser
import HTTP
import Presentation
import TimedMetadata

/// What of playlists is read.
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
        Variants are then read only if a variant is named.
        """,
      valueName: "name"
    )
  )
  var rendition: [String] = []

  @OptionGroup var start: StartOption
  @OptionGroup var segments: SegmentOptions

  var from: ReadingStart? { start.from }
  var follow: Bool { segments.follow }

  /// How to reach what a playlist names.
  func access(to input: OpenedInput) -> PlaylistAccess {
    access(url: input.url, loader: input.loader, answerDate: input.answerDate)
  }

  /// How to reach what the playlist at a URL names.
  func access(
    url: String?,
    loader: any ResourceLoader,
    answerDate: AnswerDate? = nil
  ) -> PlaylistAccess {
    var access = PlaylistAccess(url: url, loader: loader, selection: selection, start: from)
    access.followsFiles = follow
    access.answerDate = answerDate
    return access
  }

  /// Whether a part of playlists is left out.
  var isLimited: Bool {
    switch from {
    case nil, .beginning: !variant.isEmpty || !rendition.isEmpty
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
    RenditionSelection(variants: variant, renditions: rendition)
  }
}
