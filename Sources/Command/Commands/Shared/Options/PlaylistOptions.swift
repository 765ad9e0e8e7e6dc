import ArgumentParser
import HTTP
import Presentation
import TimedMetadata

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
        With this option, variants are read only if a variant is named.
        """,
      valueName: "name"
    )
  )
  var rendition: [String] = []

  @OptionGroup var start: StartOption
  @OptionGroup var segments: SegmentOptions

  var from: ReadingStart? { start.from }
  var follow: Bool { segments.follow }

  func access(to input: OpenedInput) -> PlaylistAccess {
    access(url: input.url, loader: input.loader, answerDate: input.answerDate)
  }

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

  /// Whether only a part of playlists is read.
  var isLimited: Bool {
    switch from {
    case nil, .beginning: !variant.isEmpty || !rendition.isEmpty
    case .live, .seconds, .wallClock: true
    }
  }

  /// The presentation time, in seconds, that `--from` gives. 0 unless `--from` is a positive number of seconds.
  var firstSecond: Double {
    guard case .seconds(let seconds) = from else { return 0 }
    return max(0, seconds)
  }

  var selection: RenditionSelection {
    RenditionSelection(variants: variant, renditions: rendition)
  }
}
