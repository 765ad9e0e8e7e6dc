import Foundation
import TestSupport
import Testing

/// The evidence that `watch --evidence` stores for an alarm, read with `extract` and `check`.
@Suite(.ownThread) struct EvidenceTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "'extract --join' and 'check --join' read the stored segments of an alarm",
    arguments: [
      ("--hls out --ll-hls", "*.m3u8"), ("--media '\(Shell.media)' --dash out", "*.mpd"),
      ("--hls out", "*.m3u8"),
    ]
  )
  func evidence(options: String, top: String) throws {
    let words = options.replacing("'", with: "").split(separator: " ").map { String($0) }
    let maker = try RunningCommand(
      shell,
      ["make", "--live", "--serve", "127.0.0.1:0", "--segment-seconds", "2"] + words
    )
    defer { maker.stop() }
    let line = try maker.errors.first(containing: "http://")
    let found = line.split(separator: " ").first { $0.hasPrefix("http://") }
    let url = try #require(found).trimmingCharacters(in: .punctuationCharacters)
    // The tags are ten seconds apart, so --alarm-after 1 causes an alarm.
    let watch = try RunningCommand(
      shell,
      ["watch", url, "--alarm-after", "1", "--evidence", "kept", "--format", "jsonl"]
    )
    let alarm = try watch.output.first("an alarm with evidence") {
      $0.contains("\"alarm\":\"missing-tags\"") && $0.contains("\"evidence\":\"kept/")
    }
    #expect(alarm.contains("\"event\":\"alarm\""))
    try watch.output.first("a tag") { $0.hasPrefix("{\"event\":\"tag\"") }
    #expect(watch.stop() == 130)
    #expect(try watch.errors.all.filter { $0.contains("evidence") } == [])
    try shell.prepare(
      "mv \"$(ls -d kept/* | head -1)\" one; ls one/*playlist\(top); test -s one/event.json"
    )
    let outcome = try shell.run(
      """
      for name in $(ls one | sed -n 's/s[0-9][0-9]*-.*//p' | sort -u); do
        id3tap extract --join one/$name[is]* --quiet > rows || echo "$name is not read"
        id3tap check --join one/$name[is]* --quiet > verdict
        test $? -le 1 || echo "$name is not judged"
      done
      """
    )
    #expect(outcome.output == "", "\(outcome.errors)")
  }
}
