import TestSupport
import Testing

@Suite(.ownThread) struct CallPingsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.prepare(
      """
      printf '%s\\n' init 'play {"channelName":"X"}' 'loadMetadata {"type":"content","assetid":"a"}' \
        'playheadPosition 0..60' 'B: init' end > calls.txt
      """
    )
  }

  @Test(
    "the pings of a list of calls name their instance, and a list can come from standard input"
  )
  func rows() throws {
    let fromFile = try shell.run("id3tap pings --calls calls.txt | jq -r .instance")
    #expect(fromFile.lines == ["A", "A", "B", "A"])
    let fromPipe = try shell.run("id3tap pings --calls - < calls.txt | jq -r '.url'")
    let urls = try shell.run("id3tap pings --calls calls.txt --format url")
    #expect(fromPipe.output == urls.output)
  }

  @Test("the output of --show-calls is a list of calls that can be played again")
  func shown() throws {
    let shown = try shell.run("id3tap pings --calls calls.txt --show-calls -o b.txt && cat b.txt")
    #expect(shown.output.hasPrefix(#"A: init {"appid":"P00000000-"#))
    let again = try shell.run("id3tap pings --calls b.txt --show-calls")
    #expect(again.output == shown.output)
  }

  @Test("with --tags, the tags of a stream cause id3, tsv and DTVR pings")
  func tags() throws {
    try shell.prepare("id3tap make --minutes 1 -o a.ts")
    let outcome = try shell.run(
      "id3tap pings --calls calls.txt --tags a.ts | jq -r .product | sort -u"
    )
    #expect(outcome.lines == ["dcr", "dtvr", "id3", "session", "tsv"])
  }

  @Test(
    "'scenario --print' prints the calls of a scenario, and refuses a scenario that plays a stream"
  )
  func scenario() throws {
    let shown = try shell.run("id3tap scenario --print pause")
    let played = try shell.run("id3tap pings --scenario pause --show-calls")
    #expect(shown.status == 0 && shown.output == played.output)
    let refused = try shell.run("id3tap scenario --print linear-pause")
    #expect(refused.status == 64 && refused.errors.contains("--print: 'linear-pause' plays"))
  }

  @Test(
    "an SDK error is reported with the line of the call, and an invalid call or option is refused"
  )
  func errors() throws {
    let said = try shell.run("printf 'init\\nplay 42\\n' | id3tap pings --calls - > /dev/null")
    #expect(said.status == 0)
    #expect(said.errors.hasPrefix("id3tap: -: line 2: A: error 1 FailedParseStartInfo: play: "))
    for (arguments, message) in [
      ("--calls no.txt", "no.txt: no such file"), ("--calls calls.txt a.ts", "use --tags"),
      ("--tags a.ts", "--tags: "), ("--calls calls.txt --scenario pause", "--calls: the list"),
    ] {
      let outcome = try shell.run("id3tap pings \(arguments)")
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(arguments)")
    }
    let unknown = try shell.run("echo Play | id3tap pings --calls -")
    #expect(
      unknown.status == 64 && unknown.errors.contains("line 1: 'Play' is not a call: write 'play'")
    )
  }
}
