import Testing

/// Manifests of DASH as a user reads and makes them.
@Suite(.ownThread) struct DashTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a presentation in the folder `out`, and runs commands.
  private func run(_ commands: String) throws -> Shell.Outcome {
    try shell.run("id3tap make --media '\(Shell.media)' --dash out || exit\n" + commands)
  }

  @Test("a manifest that is made passes check, by its path and in its folder")
  func check() throws {
    let outcome = try run(
      """
      id3tap check out/manifest.mpd --format jsonl | wc -l
      id3tap check out --format jsonl | wc -l
      id3tap check --quiet out/manifest.mpd > verdict; echo $?
      """
    )
    #expect(outcome.lines.map { $0.filter { $0 != " " } } == ["1", "1", "0"])
  }

  @Test("extract reads one Representation of each set, and all that are named")
  func extract() throws {
    let outcome = try run(
      """
      names() { id3tap extract out/manifest.mpd --format jsonl "$@" \
        | grep -o '"rendition":"[^"]*"' | sort -u; }
      names
      names --variant '*' --rendition none
      """
    )
    #expect(
      outcome.lines == [
        "\"rendition\":\"audio/2/audio\"", "\"rendition\":\"video/1/video-1\"",
        "\"rendition\":\"video/1/video-1\"", "\"rendition\":\"video/1/video-2\"",
      ]
    )
  }

  @Test("what a manifest cannot be made of is refused")
  func refused() throws {
    let outcome = try shell.run(
      "id3tap make --media '\(Shell.media)' --dash out --byte-ranges; echo $?"
    )
    #expect(outcome.lines.last == "2" || outcome.lines.last == "64")
    #expect(outcome.errors.contains("DASH is made of plain fragments"))
  }
}
