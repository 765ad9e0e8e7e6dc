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
      "Read the inputs as text that contains Nielsen payload strings.",
      discussion: """
        Logs, CSV and captures. Without this option a text is recognised by its first payload; with it, \
        the text may also contain binary data.
        """
    )
  )
  var text = false
}
