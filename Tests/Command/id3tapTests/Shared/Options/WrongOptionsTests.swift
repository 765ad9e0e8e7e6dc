import Foundation
import TestSupport
import Testing

/// Checks that wrong arguments end with 64 and a remedy.
@Suite struct WrongOptionsTests {
  private func expect(_ line: String, isRefusedWith words: String) throws {
    let refusal = try #require(Refusal(of: line))
    #expect(refusal.status == 64)
    #expect(refusal.message.hasPrefix("Error: "))
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  @Test(
    "wrong commands, inputs and options for reading are refused with a message",
    arguments: [
      ("extract", "Missing expected argument '<input> ...'"),
      ("pings", "Missing expected argument '<input> ...'"),
      ("extract - -", "Standard input can be read only once"),
      ("extract - @-", "Standard input can be read only once"),
      ("extract a --format url", "choose one of 'table', 'json', 'jsonl', 'csv'"),
      ("extract a --pid 8192", "PIDs are numbers from 0 to 8191."),
      ("extract a --pid 0x2000", "PIDs are numbers from 0 to 8191."),
      ("extract a --pid 0x", "'0x' is not a PID: give a number such as 258 or 0x102."),
      ("extract a --pid=0x-1", "'0x-1' is not a PID: give a number such as 258 or 0x102."),
      ("extract a --pid audio", "'audio' is not a PID: give a number such as 258 or 0x102."),
      ("extract a --program 65536", "programs have numbers from 0 to 65535."),
      ("extract a --limit-seconds=-1", "'-1' is not a length: give seconds above 0"),
      ("extract a --limit-seconds -1", "'-1' is not a length: give seconds above 0"),
      ("extract a --limit-seconds 0", "'0' is not a length: give seconds above 0"),
      ("extract a --limit-seconds nan", "'nan' is not a length: give seconds above 0"),
      ("pings a --limit-seconds inf", "'inf' is not a length: give seconds above 0"),
      ("pings a --limit-seconds=1x", "'1x' is not a length: give seconds above 0"),
      ("extract a --from tomorrow", "'tomorrow' is not a position: give 'start', 'live'"),
      ("extract a --from nan", "'nan' is not a position: give 'start', 'live'"),
      ("extract a --quiet --verbose", "exclude each other"),
      ("extract a --color blue", "'blue' is invalid"), ("extract a --wrong", "Unknown option"),
      ("wrong", "'wrong' is not a command."),
      ("extrct a", "'extrct' is not a command. Did you mean 'extract'?"),
      ("help chekc", "'chekc' is not a command. Did you mean 'check'?"),
    ]
  )
  func reading(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong arguments of 'batch' are refused with a message",
    arguments: [
      ("batch", "Missing expected argument '<path> ...'"),
      ("batch - @-", "Standard input can be read only once"),
      ("batch a --jobs 0", "--jobs 0: give a number from 1 to 256."),
      ("batch a --jobs 257", "--jobs 257: give a number from 1 to 256."),
      (
        "batch a --do check,watch",
        "'watch' is not a task: choose from 'extract', 'check', 'pings'."
      ),
      ("batch a --do ''", "'' is not a task"),
      ("batch a --total-timeout 0", "--total-timeout 0.0: give seconds above 0, at most a day."),
      ("batch a --db ''", "--db: name a file."),
      ("batch a --rule wrong=off", "--rule: "),
    ]
  )
  func batch(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong arguments of 'make' are refused with a message",
    arguments: [
      ("make --packet 187", "choose 188, 192 or 204"),
      ("make --fault wrong", "see 'id3tap make --list-faults'"),
      ("make --fault ts-sync --fault psi-crc", "give --fault once"),
      ("make --minutes 0", "--minutes must be above 0."),
      ("make --cmaf -o a", "--cmaf needs --hls or --dash."),
      ("make --live -o a", "--live needs --hls or --dash."),
      ("make --serve :0 -o a", "--serve needs --hls or --dash."),
      ("make --hls a -o b", "--hls and -o exclude each other"),
      ("make --hls a --dash-tags emsg-0", "--dash-tags needs --dash."),
      ("make --dash a -o b", "--dash and -o exclude each other"),
      ("make --hls a --dash b", "--hls and --dash exclude each other"),
      ("make --scte35 --hls a --cmaf", "leave --cmaf out"),
      ("make --scte35 --dash a", "leave --dash out"),
      ("make --scte35 --event-track a.mp4", "leave --event-track out"),
      ("make --hls a --packet 204", "HLS has packets of 188 bytes"),
      ("make --dash a --packet 204", "DASH has no packets"),
      ("make --dash a --scte35", "leave --dash out"),
      ("make --event-track a.mp4 --scte35", "leave --event-track out"),
      ("make --hls a --with derived-iv", "--with: derived-iv and rotate-keys need encrypt."),
      ("make --hls a --with byte-range", "--with 'byte-range': choose from 'audio-only-tags', "),
      ("make --with encrypt -o a", "--with needs --hls or --dash."),
      ("make --hls a --serve here", "'here' is not an address"),
      ("make --hls a --live --ll-hls --fault hls-ll-blocking-reload", "add --serve."),
      ("make --chain a --hls b", "--chain and --hls exclude each other"),
      ("make --chain a --dash b", "--chain and --dash exclude each other"),
      ("make --chain a -o b", "--chain and -o exclude each other"),
      ("make --chain a --event-track b", "--chain and -o exclude each other: run make for each"),
      ("make --chain a --packet 204", "A chain has packets of 188 bytes"),
      ("make --chain a --live", "--live needs --hls or --dash."),
      ("make --chain a --fault ts-sync", "ts-sync is not a chain fault: give the tap"),
      ("make --chain a --fault encoder:lost", "'encoder:lost' is not a fault"),
      ("make --hls a --fault cdn:lost", "cdn:lost is a chain fault: give a folder"),
    ]
  )
  func make(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong arguments of 'pings' are refused with a message",
    arguments: [
      ("--app-info '{'", "is not a JSON object"),
      ("--app-info '[]'", "is not a JSON object"), ("--app-info '{}'", "--app-info: "),
      ("--app-info '{\"appid\": \"P1\",}'", "--app-info is not a JSON object: line 1: "),
      ("--app-info '{\"appid\": \"P1\", \"appid\": \"P2\"}'", "is not a JSON object: line 1: "),
      ("--app-info '{\"appid\": \"\"}'", "--app-info: error 1007: init: "),
      ("--app-info none.json", "none.json: no such file"),
      ("--app-info '{\"appname\": \"a\"}'", "pass the id of the app"),
      ("--product dtvr,radio", "'radio' is not a product"), ("--product ''", "'' is not a product"),
      ("--playhead fast", "'fast' is invalid"), ("--format xml", "is not a format"),
    ]
  )
  func pings(options: String, words: String) throws {
    try expect("pings \(options) a.ts", isRefusedWith: words)
  }

  @Test(
    "wrong arguments of 'compare' are refused with a message",
    arguments: [
      ("a", "Missing expected argument '<actual>'"), ("a b c", "Unexpected argument 'c'"),
      ("- -", "Standard input can be read only once"),
      ("a b --ignore c999", "no such parameter"),
      ("a b --tolerance=-1", "is not a tolerance"), ("a b --format url", "is not a format"),
    ]
  )
  func compare(options: String, words: String) throws {
    try expect("compare \(options)", isRefusedWith: words)
  }

  @Test(
    "wrong arguments of 'report' are refused with a message",
    arguments: [
      ("report", "Missing expected argument '<input> ...'"),
      ("report - -", "Standard input can be read only once"),
      ("report a --format csv", "name a folder for them with -o"),
      ("report a --format table", "'table' needs --diff"),
      ("report --diff a", "name the old one, then the new one"),
      ("report a --match b", "--match needs --diff"),
      ("report --diff --match ( a b", "is not a regular expression"),
      ("report --diff a b --format junit", "'table', 'html' and 'markdown'"),
    ]
  )
  func report(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong arguments of 'trace' are refused with a message",
    arguments: [
      ("trace", "Name at least two taps, in the order of the chain."),
      ("trace a.ts", "Name at least two taps"),
      ("trace x/a.ts y/a.ts", "Two taps are called 'a.ts'"),
      ("trace a=1.ts a=2.ts", "Two taps are called 'a'"),
      ("trace a= b=1.ts", "The tap 'a' has no input"),
      ("trace a=- b=-", "Standard input can be read only once"),
      ("trace a b --format sarif", "'sarif' is not a format of this command"),
    ]
  )
  func trace(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong arguments of 'check', and of 'explain' for rules, are refused with a message",
    arguments: [
      ("check", "Missing expected argument '<input> ...'"),
      ("check --rule nope=off clean.ts", "--rule: "),
      ("check --rule cadence-gpa=off a.ts", "the nearest is 'cadence-gap'."),
      ("check --explain nope", "there is no rule 'nope': 'id3tap explain --rules' lists"),
      ("check --explain tag-chekcsum", "there is no rule 'tag-chekcsum': the nearest is"),
      ("check --list-rules --explain tag-type", "exclude each other"),
      ("check --list-rules a.ts", "leave the inputs out."),
      ("check --list-rules --format json", "leave --format out."),
      ("check --config http://127.0.0.1:1/c a.ts", "has only the engine's configuration"),
      ("explain tag-chekcsum", "there is no rule 'tag-chekcsum': the nearest is 'tag-checksum'."),
      ("explain cadence-gap a.ts", "there is no rule 'a.ts': 'id3tap explain --rules' lists"),
      ("explain --rules cadence-gap", "leave the other arguments out."),
      ("explain cadence-gap --format json", "leave --format out."),
    ]
  )
  func check(line: String, words: String) throws { try expect(line, isRefusedWith: words) }

  @Test(
    "wrong settings in the file of 'check --config' are refused with their position",
    arguments: [
      ("{\n \"strict\": tru }", "line 2: a JSON value is expected."),
      ("[]", "line 1: must be an object"),
      (#"{"strikt": true}"#, "line 1: 'strikt': is unknown: the nearest is 'strict'"),
      (#"{"strict": 1}"#, "line 1: 'strict': must be true or false."),
      (
        #"{"rules": {"cadence-gap": {"limit": "x"}}}"#,
        "line 1: 'rules.cadence-gap.limit': must be a number."
      ),
      (
        #"{"rules": {"cadence-gap": {"limt": 3}}}"#,
        "'cadence-gap.limt' is not a threshold: cadence-gap has 'cadence-gap.limit', "
      ),
      (
        #"{"rules": {"nope": {}}}"#,
        "there is no rule 'nope': 'id3tap explain --rules' lists all rules."
      ),
      (#"{"require": ["x"]}"#, "'x' cannot be required: use 'data', 'info', "),
      (
        #"{"options": {"timeout": 0}}"#,
        "options: timeout 0.0: give seconds above 0, at most a day."
      ),
      (
        #"{"options": {"resource-timeout": "inf"}}"#,
        "options: resource-timeout inf: give seconds"
      ),
      (
        #"{"options": {"total-timeout": -1}}"#,
        "options: total-timeout -1.0: give seconds above 0"
      ),
      (
        #"{"options": {"start": "soon"}}"#,
        "options: The value 'soon' is invalid for 'start <time>': 'soon' is not a time"
      ),
      (
        #"{"options": {"seed": -1}}"#, "options: The value '-1' is invalid for 'seed <number>'"
      ),
      (#"{"options": {"tmeout": 5}}"#, "options: Unknown option 'tmeout'"),
      (#"{"options": []}"#, "'options' is not a JSON object."),
      (#"{"engine": "c.json"}"#, "'engine': give a URL, or an object."),
      (#"{"engine": {}}"#, #"the configuration needs "format": 1: see 'id3tap pings "#),
    ]
  )
  func configuration(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try withExtendedLifetime(folder) {
      try expect("check --config \(path) a.ts", isRefusedWith: "\(path): \(words)")
    }
  }

  @Test("'batch' refuses an appInfo in the --config file with which the engine cannot start")
  func configuredApp() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    try Data(#"{"options": {"app-info": {}}}"#.utf8).write(to: URL(fileURLWithPath: path))
    try withExtendedLifetime(folder) {
      try expect("batch --config \(path) a", isRefusedWith: "--config: app-info: ")
    }
  }

  @Test("'make' refuses an output that is also its media file")
  func sameFile() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.ts"
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    let other = "\(folder.path)/./a.ts"
    try withExtendedLifetime(folder) {
      try expect("make --media \(path) -o \(other)", isRefusedWith: "\(other): is also the media")
    }
  }

  @Test(
    "a URL at a host that collects real measurement data is refused",
    arguments: [
      "explain https://secure-sw.imrworldwide.com/x", "compare a https://www.nielsen.com/x.har",
    ]
  )
  func production(line: String) throws {
    try expect(line, isRefusedWith: "nothing is fetched from hosts that collect real")
  }
}
