import StreamMaker
import TestSupport
import Testing

@Suite(.ownThread) struct MakeTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("a stream on standard output has packets of the requested size, and tags")
  func packetSize() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 0.5 --packet 192 | tee a.ts | wc -c; id3tap extract a.ts | wc -l"
    )
    let numbers = outcome.output.split { $0 == "\n" || $0 == " " }.compactMap { Int($0) }
    try #require(numbers.count == 2)
    #expect(numbers[0] > 0 && numbers[0] % 192 == 0)
    #expect(numbers[1] == 3)
  }

  @Test("the same options give the same bytes, and another seed gives other bytes")
  func seeds() throws {
    let outcome = try shell.run(
      """
      for seed in 1 1 2; do id3tap make --minutes 0.5 --seed $seed | cksum; done | sort -u | wc -l
      """
    )
    #expect(outcome.output.contains("2"))
  }

  @Test("--list-faults prints the effect and the needed options of each fault")
  func faults() throws {
    let outcome = try shell.run("id3tap make --list-faults")
    #expect(outcome.status == 0 && outcome.errors == "")
    let expected = Fault.allCases.map { fault in
      let needs =
        switch fault.form {
        case .stream: ""
        case .presentation: " Needs --hls."
        case .liveChannel: " Needs --hls and --live."
        case .lowLatencyChannel: " Needs --hls, --live and --ll-hls."
        case .lowLatencyServer: " Needs --hls, --live, --ll-hls and --serve."
        case .fragments: " Needs --hls and --cmaf."
        case .eventTrack: " Needs --event-track."
        case .manifest: " Needs --dash."
        case .liveManifest: " Needs --dash and --live."
        }
      return [fault.id, fault.summary + needs]
    }
    let ofHops = HopFault.allCases.map { [$0.name, $0.kind.summary + " Needs --chain."] }
    let listed = outcome.lines.map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return words.map { String($0.trimmingPrefix { $0 == " " }) }
    }
    #expect(listed == expected + ofHops)
    #expect(listed.allSatisfy { $0.last?.hasSuffix(".") == true })
  }

  @Test("a chain has four taps, and their 'trace' command is printed on standard output")
  func chain() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 2 --chain 'my chain' && find 'my chain' -name '*.ts' -o -name '*.m3u8' | wc -l"
    )
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let command = """
      id3tap trace 'encoder=my chain/encoder.ts' 'packager=my chain/packager/master.m3u8' \
      'cdn=my chain/cdn/master.m3u8' 'ads=my chain/ads/master.m3u8'
      """
    // One stream, and three presentations of 64 files: 20 segments and a playlist per rendition, and the master
    // playlist.
    #expect(outcome.lines.map(String.init) == [command, "193"])
  }

  @Test(
    "media that cannot be read is reported, and no file is written",
    arguments: ["missing.mp4", "/etc/passwd"]
  )
  func badMedia(media: String) throws {
    let outcome = try shell.run(
      "id3tap make --media \(media) -o a.ts; status=$?; ls -A | grep -v '^.err\\|^.out'; exit $status"
    )
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("id3tap: \(media): "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "reordered pictures in Matroska, which has no DTS, get increasing DTS",
    .enabled(
      if: Tool.isThere("ffmpeg", "ffprobe"),
      "ffmpeg or ffprobe is missing: 'make tools' installs them"
    )
  )
  func reordered() throws {
    let outcome = try shell.run(
      """
      ffmpeg -v error -f lavfi -i testsrc=d=4:s=160x120:r=25 -c:v libx264 -bf 3 -b_strategy 0 a.mkv \
        || exit
      id3tap make --media a.mkv --minutes 0.2 -o a.ts || exit
      ffprobe -v error -select_streams v -show_entries packet=pts,dts -of compact=p=0 a.ts \
        | tr -d 'a-z=_' | awk -F'|' '$1 == "" { next } { n++ }
            n > 1 && $2 <= last || $1 < $2 { print "bad: " $0 } { last = $2 }
            END { print (n >= 295 ? "done" : "only " n) }'
      """
    )
    #expect(outcome.output == "done\n", "\(outcome)")
    #expect(outcome.status == 0)
  }

  @Test(
    "truncated media is reported",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it"),
    arguments: ["mkv", "mp4"]
  )
  func truncatedMedia(kind: String) throws {
    let outcome = try shell.run(
      """
      ffmpeg -v error -f lavfi -i testsrc=d=4:s=160x120:r=25 -f lavfi -i sine=d=4 \
        -c:v mpeg4 -c:a mp2 -movflags faststart whole.\(kind)
      id3tap make --media whole.\(kind) -o whole.ts
      head -c $(($(stat -c %s whole.\(kind)) / 2)) whole.\(kind) > half.\(kind)
      id3tap make --media half.\(kind) -o half.ts
      """
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "id3tap: half.\(kind): the media is shorter than it declares: "
      ),
      "\(outcome.errors)"
    )
  }

  @Test("a run whose reader closes the pipe exits with status 0 and prints no message")
  func closedPipe() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 600 | head -c 188 | wc -c; echo ${PIPESTATUS[0]}"
    )
    #expect(outcome.output.split { $0 == "\n" || $0 == " " } == ["188", "0"])
    #expect(outcome.errors == "")
  }
}
