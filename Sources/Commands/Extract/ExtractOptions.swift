import ArgumentParser

/// Which tags `id3tap extract` prints, and how it reads inputs.
struct ExtractOptions: ParsableArguments {
  /// Which tags are printed.
  enum Selection: EnumerableFlag {
    case all
    case nielsen

    static func help(for value: Selection) -> ArgumentHelp? {
      switch value {
      case .all: "Print all tags."
      case .nielsen: "Print only tags with a Nielsen payload."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var selection = Selection.all

  @Flag(
    help: ArgumentHelp(
      "Print what marks ad breaks and programs instead of tags.",
      discussion: "SCTE-35 of transport streams, event messages and playlists, and cue tags."
    )
  )
  var markers = false

  @Flag(
    help: ArgumentHelp(
      "Read the inputs as text that contains Nielsen payload strings.",
      discussion: """
        Logs, CSV and captures. Without this option a text is recognised by its first payload; with it, \
        the text may also contain binary data.
        """
    )
  )
  var text = false

  func validate() throws {
    guard markers, selection == .nielsen || text else { return }
    throw ValidationError("--markers prints no tags: leave --nielsen and --text out.")
  }
}
