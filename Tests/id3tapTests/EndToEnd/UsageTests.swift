import Testing

/// Options, help and exit codes as a user meets them.
@Suite struct UsageTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "wrong options end with 64 and say what is right",
    arguments: [
      ("extract", "Missing expected argument '<input> ...'"),
      ("extract - -", "Standard input can be read only once"),
      ("extract - @-", "Standard input can be read only once"),
      ("extract a --format url", "choose one of 'table', 'json', 'jsonl', 'csv'"),
      ("extract a --pid 8192", "PIDs are numbers from 0 to 8191."),
      ("extract a --program 65536", "programs have numbers from 0 to 65535."),
      ("extract a --limit-seconds=-1", "'-1' is no length to read: give seconds above 0"),
      ("extract a --limit-seconds -1", "'-1' is no length to read: give seconds above 0"),
      ("extract a --limit-seconds 0", "'0' is no length to read: give seconds above 0"),
      ("extract a --limit-seconds nan", "'nan' is no length to read: give seconds above 0"),
      ("pings a --limit-seconds inf", "'inf' is no length to read: give seconds above 0"),
      ("pings a --limit-seconds=1x", "'1x' is no length to read: give seconds above 0"),
      ("extract a --from tomorrow", "'tomorrow' is no place to begin: give 'start', 'live'"),
      ("extract a --from nan", "'nan' is no place to begin: give 'start', 'live'"),
      ("extract a --timeout 0", "--timeout 0.0: give seconds above 0, at most a day."),
      ("extract a --resource-timeout inf", "--resource-timeout inf: give seconds above 0"),
      ("extract a --quiet --verbose", "exclude each other"),
      ("extract a --color blue", "'blue' is invalid"), ("extract a --wrong", "Unknown option"),
      ("batch", "Missing expected argument '<path> ...'"),
      ("batch - @-", "Standard input can be read only once"),
      ("batch a --jobs 0", "--jobs 0: give a number from 1 to 256."),
      ("batch a --jobs 257", "--jobs 257: give a number from 1 to 256."),
      (
        "batch a --do check,watch",
        "'watch' cannot be done: choose from 'extract', 'check', 'pings'."
      ),
      ("batch a --do ''", "'' cannot be done"),
      ("batch a --timeout 0", "--timeout 0.0: give seconds above 0, at most a day."),
      ("batch a --db ''", "--db: name a file."),
      ("batch a --app-info '{}'", "--app-info: "),
      ("batch a --rule wrong=off", "--rule: "),
      ("make --packet 187", "choose 188, 192 or 204"),
      ("make --fault wrong", "see 'id3tap make --list-faults'"),
      ("make --fault ts-sync --fault psi-crc", "give --fault one time"),
      ("make --minutes 0", "--minutes must be above 0."),
      ("make --minutes 0.1 --fault cadence-gap", "give a greater length with --minutes"),
      ("make --cmaf -o a", "--cmaf needs --hls."), ("make --live -o a", "--live needs --hls."),
      ("make --serve :0 -o a", "--serve needs --hls."),
      ("make --hls a -o b", "--hls and -o exclude each other"),
      ("make --hls a --packet 204", "HLS has packets of 188 bytes"),
      ("make --hls a --derived-iv", "--derived-iv and --rotate-keys belong to --encrypt."),
      ("make --hls a --serve here", "'here' is no address"),
      ("make --hls a --segment-seconds 0", "give 1 to 600 with --segment-seconds"),
      ("make --hls a --variants 0", "give 1 to 16 with --variants"),
      ("make --hls a --cmaf", "give a file with --media"),
      ("make --hls a --live --byte-ranges", "leave out --byte-ranges or --live"),
      ("wrong", "Unexpected argument 'wrong'"),
    ]
  )
  func wrongOptions(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(words))
  }

  @Test("--version names id3tap's version and libavformat's")
  func version() throws {
    let outcome = try shell.run("id3tap --version")
    #expect(
      outcome.output.wholeMatch(of: /id3tap \d+\.\d+\.\d+ \(libavformat \d+\.\d+\.\d+\)\n/) != nil
    )
    #expect(outcome.status == 0)
  }

  @Test(
    "every sentence of the help ends in a full stop",
    arguments: [
      "extract", "check", "pings", "batch", "watch", "collect", "explain", "compare", "make",
      "player",
    ]
  )
  func sentences(command: String) throws {
    let outcome = try shell.run("id3tap \(command) --help")
    #expect(outcome.status == 0)
    for abstract in outcome.output.matches(of: /OVERVIEW: ([^\n]+(?:\n[^\n]+)*)/) {
      #expect(abstract.1.hasSuffix("."))
    }
  }

  @Test("the help of the command is this")
  func rootHelp() throws {
    let outcome = try shell.run("id3tap --help")
    #expect(outcome.output == HelpTexts.root)
  }

  @Test("the help of extract is this")
  func extractHelp() throws {
    let outcome = try shell.run("id3tap extract --help")
    #expect(outcome.output == HelpTexts.extract)
  }

  @Test("the help of pings is this")
  func pingsHelp() throws {
    let outcome = try shell.run("id3tap pings --help")
    #expect(outcome.output == HelpTexts.pings)
  }

  @Test("the help of batch is this")
  func batchHelp() throws {
    let outcome = try shell.run("id3tap batch --help")
    #expect(outcome.output == HelpTexts.batch)
  }

  @Test("the help of check is this")
  func checkHelp() throws {
    let outcome = try shell.run("id3tap check --help")
    #expect(outcome.output == HelpTexts.check)
  }

  @Test("the help of explain is this")
  func explainHelp() throws {
    let outcome = try shell.run("id3tap explain --help")
    #expect(outcome.output == HelpTexts.explain)
  }

  @Test("the help of compare is this")
  func compareHelp() throws {
    let outcome = try shell.run("id3tap compare --help")
    #expect(outcome.output == HelpTexts.compare)
  }

  @Test("the help of make is this")
  func makeHelp() throws {
    let outcome = try shell.run("id3tap make --help")
    #expect(outcome.output == HelpTexts.make)
  }

  @Test(
    "a completion script comes for each shell",
    arguments: ["bash", "zsh", "fish"]
  )
  func completions(name: String) throws {
    let outcome = try shell.run("id3tap --generate-completion-script \(name)")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("limit-seconds"))
  }
}
