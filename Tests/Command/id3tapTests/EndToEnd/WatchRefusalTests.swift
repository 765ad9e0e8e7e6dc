import TestSupport
import Testing

/// Arguments that `watch` refuses before it reads a feed.
@Suite(.ownThread) struct WatchRefusalTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "wrong options give exit code 64 and a remedy",
    arguments: [
      ("", "Missing expected argument '<url> ...'"),
      ("http://a --alarm-after 0", "--alarm-after 0.0: give seconds above 0"),
      ("http://a --metrics here", "'here' is not an address"),
      ("http://a --webhook ftp://a", "--webhook: give a URL like"),
      ("http://a --alarm-command ''", "--alarm-command: give a command."),
      ("http://a --stop-on never", "'never' is not an alarm"),
      ("http://a --format csv", "choose one of 'table', 'jsonl'"),
      ("http://a --db ''", "--db: name a file."),
      ("http://a -o ''", "-o: name a file."),
      ("http://a --limit-seconds 0", "--limit-seconds 0.0: give seconds above 0, at most ten"),
      ("http://a --limit-seconds 1e30", "--limit-seconds 1e+30: give seconds above 0, at most ten"),
      ("http://a --pid 8192", "PIDs are numbers from 0 to 8191."),
      ("http://a --program 65536", "programs have numbers from 0 to 65535."),
      ("http://a --rule wrong=off", "--rule: "),
      ("http://a --db x -o ./x", "./x: is also the file of --db: name another file with -o"),
      ("@list -o list", "list: is also a list of feeds: name another file with -o"),
      ("@list --mute mute --db mute", "mute: is also the file of --mute: name another file"),
    ]
  )
  func wrongOptions(arguments: String, words: String) throws {
    try shell.prepare("touch list mute")
    let outcome = try shell.run("id3tap watch \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words))
  }

  @Test(
    "feeds that cannot be watched give exit code 2",
    arguments: [
      ("a.ts", "is not a URL: 'watch' follows live feeds"), ("@none.txt", "no such file"),
      ("- ", "is not a URL"), ("http:// srt://", "http://: has no host: check the URL"),
      ("udp://127.0.0.1", "udp://127.0.0.1: names no port: write it as udp://HOST:PORT"),
      ("udp://127.0.0.1:99999", "names an impossible port: ports have numbers from 1 to 65535"),
      ("http://127.0.0.1:1/ --db /none/w.sqlite", "/none/w.sqlite"),
      ("http://127.0.0.1:1/ -o /none/w.jsonl", "/none/w.jsonl"),
    ]
  )
  func unwatchable(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap watch \(arguments)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words))
  }
}
