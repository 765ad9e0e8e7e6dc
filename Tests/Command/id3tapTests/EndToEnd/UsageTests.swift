import TestSupport
import Testing

@testable import Commands

/// Help, versions and completions as a user runs them, and options that the parser or a command refuses.
@Suite(.ownThread) struct UsageTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "wrong options give exit code 64 and a remedy",
    arguments: [
      ("extrct a", "Error: 'extrct' is not a command. Did you mean 'extract'?"),
      ("extract a --wrong", "Error: Unknown option '--wrong'"),
      ("make --minutes 0.1 --fault cadence-gap", "give a greater length with --minutes"),
      ("make --hls a --segment-seconds 0", "give 1 to 600 with --segment-seconds"),
      ("make --hls a --variants 0", "give 1 to 16 with --variants"),
      ("make --hls a --cmaf", "give a file with --media"),
      ("make --hls a --live --with byte-ranges", "leave out --with byte-ranges or --live"),
    ]
  )
  func wrongOptions(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(words))
  }

  @Test("--help writes the help to standard output", arguments: ["id3tap", "extract"])
  func help(command: String) throws {
    let outcome = try shell.run(command == "id3tap" ? "id3tap --help" : "id3tap \(command) --help")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try HelpTexts.ended(outcome.output) == HelpTexts.text(of: command))
  }

  @Test("'check -h' prints the short help, and 'explain RULE' prints the text of a rule")
  func shortHelp() throws {
    let outcome = try shell.run("id3tap check -h; id3tap explain cadence-gap | head -1")
    #expect(outcome.status == 0 && outcome.errors == "")
    let short = ShortHelp.text(of: try HelpTexts.text(of: "check"), command: "check")
    #expect(outcome.output == short + "\ncadence-gap: error\n")
  }

  @Test("--version prints the versions of id3tap and libavformat")
  func version() throws {
    let outcome = try shell.run("id3tap --version")
    #expect(
      outcome.output.wholeMatch(of: /id3tap \d+\.\d+\.\d+ \(libavformat \d+\.\d+\.\d+\)\n/) != nil
    )
    #expect(outcome.status == 0)
  }

  @Test("a completion script can be generated for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(name: String) throws {
    let outcome = try shell.run("id3tap --generate-completion-script \(name)")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("limit-seconds"))
  }
}
