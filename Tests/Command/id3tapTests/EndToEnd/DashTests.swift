import Foundation
import Synchronization
import TestServer
import TestSupport
import Testing

/// DASH presentations as a user makes and reads them.
@Suite(.ownThread) struct DashTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a presentation in the folder `out`, and runs commands.
  private func run(_ commands: String) throws -> Shell.Outcome {
    try shell.run("id3tap make --media '\(Shell.media)' --dash out || exit\n" + commands)
  }

  @Test("a DASH presentation of 'make' passes 'check', which can read its manifest or its folder")
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

  @Test("a timescale of 0 is reported by 'extract', 'check' and 'pings', with element and line")
  func unusedTimescale() throws {
    let outcome = try run(
      """
      sed 's/<Period/<Period><EventStream schemeIdUri="urn:x" timescale="0"\\/><\\/Period><Period/'         out/manifest.mpd > out/zero.mpd
      sed -i '0,/<Period>/s//<Period duration="PT0S">/' out/zero.mpd
      for command in extract check pings; do
        id3tap $command out/zero.mpd 2>&1 > /dev/null | grep -c 'line [0-9]*: EventStream@timescale is "0"'
      done
      """
    )
    #expect(outcome.lines == ["1", "1", "1"])
  }

  @Test("'extract' reads one Representation per AdaptationSet, or those that --config names")
  func extract() throws {
    let outcome = try run(
      """
      names() { id3tap extract out/manifest.mpd --format jsonl "$@" \
        | grep -o '"rendition":"[^"]*"' | sort -u; }
      names
      echo '{"options": {"variant": "*", "rendition": "none"}}' > c.json; names --config c.json
      """
    )
    #expect(
      outcome.lines == [
        "\"rendition\":\"audio/2/audio\"", "\"rendition\":\"video/1/video-1\"",
        "\"rendition\":\"video/1/video-1\"", "\"rendition\":\"video/1/video-2\"",
      ]
    )
  }

  @Test(
    "only the boxes before the samples of fragmented media are fetched from a server",
    arguments: ["--dash out", "--cmaf --hls out"]
  )
  func fewBytes(made: String) throws {
    try shell.prepare("id3tap make --media '\(Shell.media)' --minutes 10 \(made)")
    let folder = try ServedFolder(shell.folder.appendingPathComponent("out"))
    let input = made.contains("dash") ? "manifest.mpd" : "master.m3u8"
    let asked = Mutex<Int64>(0)
    let server = try TestServer { request in
      if request.path.hasSuffix(".m4s") {
        let range = request["range"]?.dropFirst("bytes=".count).split(separator: "-")
        let ends = range?.compactMap { Int64($0) } ?? []
        let size = Int64(folder.files[request.path]?.count ?? 0)
        let count = ends.count == 2 ? min(ends[1] + 1, size) - ends[0] : size
        asked.withLock { $0 += count }
      }
      return folder.answer(request)
    }
    func rows(_ input: String) throws -> [String] {
      try shell.run(
        "id3tap extract --quiet --format jsonl \(input) | sed 's/\"input\":\"[^\"]*\"//'"
      ).lines.map(String.init)
    }
    let web = try rows(server.url("/\(input)"))
    #expect(try web == rows("out/\(input)"))
    #expect(web.count > 100)
    let there = folder.files.filter { $0.key.hasSuffix(".m4s") }.reduce(0) { $0 + $1.value.count }
    let fetched = asked.withLock { $0 }
    #expect(fetched > 0)
    // The segments have 4 kB on average. In the larger segments of real channels the fetched share is much smaller.
    #expect(fetched < Int64(there * 3 / 5), "\(fetched) of \(there)")
    let check = try shell.run(
      "id3tap check --verbose --format table \(server.url("/\(input)"))"
    )
    #expect(check.output.contains("  fetched    "), "\(check.output)")
    #expect(check.output.contains("everything before the samples"))
  }

  @Test("'make --dash' refuses --with byte-ranges")
  func refused() throws {
    let outcome = try shell.run(
      "id3tap make --media '\(Shell.media)' --dash out --with byte-ranges; echo $?"
    )
    #expect(outcome.lines.last == "2" || outcome.lines.last == "64")
    #expect(outcome.errors.contains("DASH needs unencrypted fragments"))
  }
}
