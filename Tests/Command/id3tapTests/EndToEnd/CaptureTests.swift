import Foundation
import TestSupport
import Testing

/// Captured playlists, folders of segments and folders with results in them, as a user reads them.
@Suite(.ownThread) struct CaptureTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a minute of HLS without EXT-X-ENDLIST in `cap`.
  private func capture(_ options: String = "", type: String = "") throws {
    try shell.link("whole", to: "\(options) --hls")
    try shell.prepare(
      """
      cp -r whole cap
      for list in cap/*/*.m3u8; do
        sed -i '/ENDLIST/d;s/^#EXT-X-PLAYLIST-TYPE.*/\(type)/' $list
      done
      """
    )
  }

  @Test(
    "a playlist on disk without EXT-X-ENDLIST is read to its end without waiting, with a notice",
    arguments: ["", "#EXT-X-PLAYLIST-TYPE:EVENT"]
  )
  func captured(type: String) throws {
    try capture(type: type)
    let whole = try shell.run("id3tap extract --nielsen whole/master.m3u8 | jq -c '[.pts,.time]'")
    let outcome = try shell.run(
      "id3tap extract --nielsen cap/master.m3u8 | jq -c '[.pts,.time]'; id3tap check cap > /dev/null"
    )
    #expect(outcome.output == whole.output)
    #expect(!outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("EXT-X-ENDLIST") }
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy {
        $0.hasPrefix("id3tap: cap/master.m3u8: no EXT-X-ENDLIST: read as a capture, ")
      }
    )
  }

  @Test("'check', 'pings', 'explain' and 'batch' report that a playlist is read as a capture")
  func commands() throws {
    try capture()
    let outcome = try shell.run(
      """
      for command in 'check --format jsonl' pings explain batch; do
        id3tap $command cap 2> talk > rows && grep -c 'no EXT-X-ENDLIST: read as a capture' talk
      done
      """
    )
    #expect(outcome.lines == ["1", "1", "1", "1"], "\(outcome)")
  }

  @Test("--follow reads a playlist that grows on disk up to EXT-X-ENDLIST")
  func followed() throws {
    try capture()
    let outcome = try shell.run(
      """
      cd cap/video-1; cp index.m3u8 all; head -n 12 all > index.m3u8
      mkfifo rows; id3tap extract --follow --nielsen index.m3u8 > rows 2> /dev/null &
      exec 3< rows; read -r line <&3
      (cat all; echo '#EXT-X-ENDLIST') > next; mv next index.m3u8
      (echo "$line"; cat <&3) | jq -c '[.pts,.time]'
      echo; id3tap extract --nielsen ../../whole/video-1/index.m3u8 | jq -c '[.pts,.time]'
      """
    )
    let halves = outcome.output.split(separator: "\n\n")
    #expect(halves.count == 2)
    #expect(halves.first.map { $0 + "\n" } == halves.last, "\(outcome)")
  }

  @Test("results of id3tap in a directory are not read as inputs")
  func ownResults() throws {
    try shell.link("a.ts", to: "--minutes 1")
    let outcome = try shell.run(
      """
      mkdir d; cp a.ts d; cd d
      id3tap extract . | wc -l
      id3tap extract . -o tags.jsonl; id3tap extract . --format csv -o tags.csv
      id3tap pings a.ts -o pings.jsonl
      id3tap extract . | wc -l
      id3tap check --format jsonl . | jq -r .input
      id3tap batch --quiet . --db ../x.sqlite
      sqlite3 ../x.sqlite "SELECT input, state FROM inputs WHERE state = 'done'"
      id3tap extract tags.jsonl | wc -l; id3tap extract 'tags.j*' | wc -l
      """
    )
    let lines = outcome.lines
    #expect(lines.count == 6, "\(outcome)")
    #expect(lines.first == lines.dropFirst().first)
    #expect(lines.dropFirst(2).prefix(2) == ["./a.ts", "./a.ts|done"])
    #expect(Set(lines.suffix(2)) == [lines[0]])
  }

  @Test(
    "'check .' and 'batch .' read the multivariant playlist of the current folder, not its segments"
  )
  func currentFolder() throws {
    try shell.link("whole", to: "--minutes 1 --hls")
    let outcome = try shell.run(
      """
      cd whole; id3tap check --format jsonl . | jq -r .input
      id3tap batch --quiet . --db ../x.sqlite; sqlite3 ../x.sqlite "SELECT input FROM inputs"
      """
    )
    #expect(outcome.lines == ["./master.m3u8", "./master.m3u8"], "\(outcome)")
  }

  @Test("compressed files and archives in a directory are reported with their number and names")
  func compressed() throws {
    try shell.link("a.ts", to: "--minutes 1")
    let outcome = try shell.run(
      """
      mkdir d; cp a.ts d; for i in 1 2 3 4; do gzip -c a.ts > d/b$i.ts.gz; done
      id3tap check --quiet d > /dev/null; id3tap extract d > rows; echo $?
      mkdir e; cp d/b1.ts.gz e; id3tap batch e
      """
    )
    #expect(outcome.lines == ["0"])
    #expect(
      outcome.errors.contains(
        "id3tap: d: 4 compressed files were not read (d/b1.ts.gz, d/b2.ts.gz, d/b3.ts.gz, …): "
          + "unpack them first\n"
      )
    )
    #expect(outcome.errors.contains("1 compressed file was not read (e/b1.ts.gz): unpack it first"))
    let archives = try shell.run(
      "mkdir f g; cp a.ts f; tar -cf f/b.tar a.ts; cp f/b.tar g; cp e/b1.ts.gz g; id3tap check f g > /dev/null"
    )
    #expect(
      archives.errors.contains("id3tap: f: 1 archive was not read (f/b.tar): unpack it first")
    )
    #expect(archives.errors.contains("id3tap: g: 2 compressed files and archives were not read"))
  }

  // MARK: - Segments

  @Test(
    "--join reads segments as one stream, and a segment that is checked alone is never 'absent'",
    arguments: ["", "--cmaf"]
  )
  func joined(options: String) throws {
    try shell.link("whole", to: "\(options) --hls")
    let outcome = try shell.run(
      """
      mkdir seg; number=1
      for file in whole/video-1/0*; do cp $file seg/s$((number++)).${file##*.}; done
      cp whole/video-1/init* seg 2> /dev/null
      id3tap extract --nielsen whole/video-1/index.m3u8 | jq -c '.tag.sha256' > expected
      for inputs in seg "$(echo seg/*)" 'seg/*'; do
        id3tap extract --join --nielsen $inputs | jq -c '.tag.sha256' | cmp - expected && echo same
      done
      id3tap check --join --format jsonl seg | jq -r '[.input,.verdict] | join(" ")'
      id3tap check --format jsonl seg | jq -r .verdict | sort -u
      """
    )
    let lines = outcome.lines
    #expect(lines.prefix(4) == ["same", "same", "same", "seg pass"], "\(outcome)")
    #expect(!lines.contains("absent") && !lines.contains("unreadable"))
    #expect(outcome.errors.contains("numbered segments that are read one by one"))
  }

  @Test(
    "a missing number among joined segments is reported as a missing segment, not as a continuity error"
  )
  func joinedWithHole() throws {
    try shell.link("a.ts", to: "--minutes 2")
    let outcome = try shell.run(
      """
      mkdir seg; split -b $((188 * 400)) -d -a 2 --additional-suffix=.ts a.ts seg/s
      rm seg/s02.ts
      id3tap check --join --format jsonl seg > report
      jq -r '.findings[] | select(.rule | test("ts-continuity|hls-segment-missing")) |
        [.rule, .severity, .message] | join(" ")' report
      """
    )
    #expect(
      outcome.lines == [
        "hls-segment-missing error number 2 is missing between seg/s01.ts and seg/s03.ts: "
          + "its content was not read"
      ]
    )
    #expect(outcome.errors.contains("number 2 is missing between seg/s01.ts and seg/s03.ts"))
  }

  @Test("a truncated MP4 segment does not affect the next joined segment")
  func joinedWithCut() throws {
    try shell.link("whole", to: "--cmaf --hls")
    let outcome = try shell.run(
      """
      mkdir seg; cp whole/video-1/*.m4s whole/video-1/init.mp4 seg; truncate -s -8 seg/00002.m4s
      for folder in whole/video-1 seg; do
        id3tap extract --join --format jsonl $folder | jq -c '[.time, .nielsen]' > tags
        wc -l < tags; sha256sum < tags
      done
      id3tap check --join --format jsonl seg | jq -r '.findings[].rule' | grep -v player-
      """
    )
    let lines = outcome.lines
    #expect(lines.count == 5, "\(outcome)")
    #expect(lines.first != "0" && Array(lines.prefix(2)) == Array(lines.dropFirst(2).prefix(2)))
    #expect(lines.last == "tag-truncated")
  }

  @Test("a segment outside its playlist's folder is read only if it is below the named directory")
  func besidePlaylist() throws {
    try shell.link("whole", to: "--hls")
    let outcome = try shell.run(
      """
      mkdir -p par/list par/seg; cp whole/video-1/*.ts par/seg
      sed 's|^0|../seg/0|' whole/video-1/index.m3u8 > par/list/index.m3u8
      id3tap check --format jsonl par | jq -r .verdict
      id3tap batch --quiet par; sqlite3 id3tap.sqlite 'SELECT verdict FROM inputs'
      cp whole/video-1/00000.ts par/list; sed -i 's|../seg/00000|00000|' par/list/index.m3u8
      id3tap check --quiet par/list/index.m3u8 --format jsonl > report
      jq -r '.findings[] | select(.rule == "hls-segment-missing") | .severity, .remedy' report
      """
    )
    let lines = outcome.lines
    #expect(lines.prefix(2) == ["pass", "pass"], "\(outcome)")
    let findings = lines.dropFirst(2)
    #expect(!findings.isEmpty && findings.first == "warning")
    #expect(findings.contains { $0.hasPrefix("Allow it with allow-outside in --config") })
    #expect(!findings.contains { $0.contains("origin") })
  }

  @Test(
    "segments that were saved with the query in their file names are found, and are not separate inputs"
  )
  func savedQuery() throws {
    try shell.link("whole", to: "--hls")
    let outcome = try shell.run(
      """
      mkdir d; sed 's|^\\(0.*ts\\)$|\\1?token=1|' whole/video-1/index.m3u8 > d/index.m3u8
      for file in whole/video-1/*.ts; do cp $file "d/${file##*/}?token=1"; done
      id3tap check --format jsonl d | jq -r '[.input,.verdict] | join(" ")'
      """
    )
    #expect(outcome.lines == ["d/index.m3u8 pass"])
    #expect(outcome.errors == "")
  }

  @Test("a playlist without #EXTM3U is reported as a playlist with a wrong first line")
  func unmarked() throws {
    let outcome = try shell.run(
      "printf '#EXT-X-VERSION:3\\n#EXTINF:6,\\ns0.ts\\n' > a.m3u8; id3tap extract a.m3u8"
    )
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("id3tap: a.m3u8: is a playlist whose first line is not #EXTM3U: ")
    )
  }
}
