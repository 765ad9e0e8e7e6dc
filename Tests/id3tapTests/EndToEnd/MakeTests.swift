import Glibc
import Testing

/// `id3tap make` as a user runs it.
@Suite struct MakeTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("packets have the size asked for", arguments: [188, 192, 204])
  func packetSize(size: Int) throws {
    let outcome = try shell.run(
      "id3tap make --minutes 0.5 --packet \(size) | tee a.ts | wc -c; id3tap extract a.ts | wc -l"
    )
    let numbers = outcome.output.split { $0 == "\n" || $0 == " " }.compactMap { Int($0) }
    try #require(numbers.count == 2)
    #expect(numbers[0] > 0 && numbers[0] % size == 0)
    #expect(numbers[1] == 3)
  }

  @Test("the same options give the same bytes, another seed gives others")
  func seeds() throws {
    let outcome = try shell.run(
      """
      for seed in 1 1 2; do id3tap make --minutes 0.5 --seed $seed | cksum; done | sort -u | wc -l
      """
    )
    #expect(outcome.output.contains("2"))
  }

  @Test("every fault that is listed can be made")
  func faults() throws {
    let outcome = try shell.run(
      """
      id3tap make --list-faults | while read -r rule summary; do
        [[ $summary == *. ]] || echo "$rule: $summary"
        [[ $summary == *"Needs --hls"* ]] && continue
        id3tap make --minutes 12 --fault "$rule" | head -c 1000 | wc -c | grep -qx 1000 || echo "$rule"
      done
      id3tap make --list-faults | wc -l
      """
    )
    #expect(outcome.errors == "")
    let count = outcome.output.split(separator: "\n").compactMap { Int($0) }
    #expect(outcome.lines.count == 1, "\(outcome.output)")
    #expect((count.first ?? 0) > 20)
  }

  @Test("media that cannot be read is told", arguments: ["missing.mp4", "/etc/passwd"])
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
    "media that cannot be read is told in words",
    arguments: [
      ("http://a/b.mp4", "only files can be given: "), ("-", "only files can be given: "),
      ("concat:a.ts", "only files can be given: "), ("none.mp4", "no such file: "),
      ("t.txt", "holds no audio or video that can be read: "),
      ("loop", "is a link that leads to itself: "),
    ]
  )
  func unreadableMedia(media: String, words: String) throws {
    let outcome = try shell.run(
      "echo hello > t.txt; ln -s loop loop; id3tap make --media \(media) -o b.ts"
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: \(media): \(words)"))
  }

  private static let hasFFmpeg = access("/usr/bin/ffmpeg", X_OK) == 0
  @Test(
    "pictures out of order in Matroska, which stores no DTS, are multiplexed in order",
    .enabled(if: hasFFmpeg)
  )
  func reordered() throws {
    let outcome = try shell.run(
      """
      ffmpeg -v error -f lavfi -i testsrc=d=4:s=160x120:r=25 -c:v libx264 -bf 3 -b_strategy 0 a.mkv \
        || { echo skipped; exit; }
      id3tap make --media a.mkv --minutes 0.2 -o a.ts || exit
      ffprobe -v error -select_streams v -show_entries packet=pts,dts -of compact=p=0 a.ts \
        | tr -d 'a-z=_' | awk -F'|' '$1 == "" { next } { n++ }
            n > 1 && $2 <= last || $1 < $2 { print "bad: " $0 } { last = $2 }
            END { print (n >= 295 ? "done" : "only " n) }'
      """
    )
    #expect(["done\n", "skipped\n"].contains(outcome.output), "\(outcome)")
    #expect(outcome.status == 0)
  }

  @Test(
    "truncated media is told",
    .enabled(if: hasFFmpeg),
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
        "id3tap: half.\(kind): the media ends before the end that it declares: "
      ),
      "\(outcome.errors)"
    )
  }

  @Test("the media is never overwritten")
  func sameFile() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 0.1 -o a.ts; id3tap make --media a.ts -o ./a.ts"
    )
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("./a.ts is also the media"))
  }

  @Test("a reader that has seen enough ends the run quietly")
  func closedPipe() throws {
    let outcome = try shell.run(
      "id3tap make --minutes 600 | head -c 188 | wc -c; echo ${PIPESTATUS[0]}"
    )
    #expect(outcome.output.split { $0 == "\n" || $0 == " " } == ["188", "0"])
    #expect(outcome.errors == "")
  }
}
