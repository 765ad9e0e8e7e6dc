import ArgumentParser
import Glibc

/// The command.
@main struct ID3Tap: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "id3tap",
    abstract: "Taps timed ID3 out of streams and shows what Nielsen's tags in it lead to.",
    discussion: """
      Reads MPEG transport streams, HLS, fragmented MP4 and packed audio, from files and from the network, pulls the timed ID3 tags, and plays the Nielsen tags among them \
      through an open re-implementation of the Nielsen App SDK's engine, which makes pings.

      Independent software, not affiliated with Nielsen. Pings are for analysis and tests: none goes \
      to where real measurement data is collected.
      """,
    version: Version.text,
    subcommands: [
      ExtractCommand.self, CheckCommand.self, PingsCommand.self, BatchCommand.self,
      ReportCommand.self, WatchCommand.self, ExplainCommand.self, CompareCommand.self,
      MakeCommand.self,
    ]
  )

  static func main() {
    ProcessSetup.run()
    main(nil)
  }
}
