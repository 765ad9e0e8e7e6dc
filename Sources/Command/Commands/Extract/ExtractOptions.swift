import ArgumentParser

/// Which tags `id3tap extract` prints, and how it reads inputs.
struct ExtractOptions: ParsableArguments {
  @Flag(help: "Print only tags with a Nielsen payload.")
  var nielsen = false

  @Flag(help: ArgumentHelp("Print all tags: the default.", visibility: .hidden))
  var all = false

  @Flag(
    help: ArgumentHelp(
      "Print what marks ad breaks and programs instead of tags.",
      discussion: "SCTE-35 of transport streams, event messages and playlists, and cue tags."
    )
  )
  var markers = false

  @Flag(
    help: ArgumentHelp(
      "Search logs, CSV or captures for Nielsen payload strings.",
      discussion: """
        Without this option a text is recognised by its first payload; with it, \
        the text may also contain binary data.
        """
    )
  )
  var text = false

  func validate() throws {
    if all, nielsen {
      throw ValidationError("--all and --nielsen exclude each other: give one of them.")
    }
    guard markers, nielsen || text else { return }
    throw ValidationError("--markers prints no tags: leave --nielsen and --text out.")
  }
}
