import ArgumentParser

@main struct ID3Tap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "id3tap",
    abstract: "Taps timed ID3 out of streams."
  )
}
