import Glibc
import TestSupport
import Testing

/// Streams without a fault, streams of FFmpeg and of the corpus, as `check` judges them.
@Suite struct CleanStreamTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "a clean stream passes with no finding",
    arguments: [
      "-o a.ts", "-o a.ts --seed 7", "--hls a --variants 1", "--hls a --cmaf",
      "--hls a --audio-only-tags", "--hls a --cmaf --audio-only-tags", "--hls a --discontinuity",
      "--hls a --cmaf --discontinuity", "--hls a --encrypt --rotate-keys 2",
      "--hls a --byte-ranges", "--hls a --cmaf --byte-ranges --encrypt",
    ]
  )
  func clean(options: String) throws {
    let input = options.contains("--hls") ? "a/master.m3u8" : "a.ts"
    let outcome = try check(input, made: "--minutes 7 \(options)")
    let report = try outcome.report()
    #expect(report.verdict == "pass")
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report["tag-count"]?.state == "pass")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(
    "the parts of a clean presentation pass with no finding",
    arguments: [
      "audio/index.m3u8", "audio/00003.aac", "video-1/00003.ts", "video-2/index.m3u8",
    ]
  )
  func parts(input: String) throws {
    let report = try check("a/\(input)", made: "--minutes 2 --hls a").report()
    #expect(report.verdict == "pass")
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test("packets of another size are told, and nothing else", arguments: [192, 204])
  func packetSize(size: Int) throws {
    let report = try check("a.ts", made: "--minutes 7 --packet \(size) -o a.ts").report()
    #expect(report.verdict == "pass")
    #expect(report.findings.map(\.rule) == ["ts-packet-size"])
    #expect(report.findings.map(\.severity) == ["info"])
  }

  // MARK: - FFmpeg

  private static let hasFFmpeg = access("/usr/bin/ffmpeg", X_OK) == 0

  @Test(
    "a stream of FFmpeg gives one warning: there is no metadata_pointer_descriptor",
    .enabled(if: hasFFmpeg),
    arguments: ["b.ts", "-hls_list_size 0 b.m3u8"]
  )
  func ffmpeg(output: String) throws {
    // Up to version 5 FFmpeg takes five bytes off every tag, which it takes for a metadata cell.
    let outcome = try shell.run(
      """
      version=$(ffmpeg -version | sed -n '1s/^ffmpeg version n*\\([0-9]*\\).*/\\1/p')
      fault=; [ "$version" -le 5 ] && fault='--fault pes-mau-header'
      id3tap make --media '\(Shell.media)' --minutes 7 $fault -o a.ts || exit
      ffmpeg -v error -i a.ts -map 0 -c copy \(output) || exit
      id3tap check --format jsonl b.[tm][s3]*
      """
    )
    let report = try outcome.report()
    #expect(report.verdict == "warn")
    #expect(report.tags == CheckedInput.Tags(data: 42, info: 2, other: 0))
    let warnings = report.findings.filter { $0.severity != "info" }
    #expect(warnings.map(\.rule) == ["pmt-metadata-pointer"])
    #expect(report["pmt-metadata-pointer"]?.state == "warn")
    #expect(outcome.status == 0)
  }

  @Test(
    "the damage that FFmpeg up to 5 does is named, with its cause",
    .enabled(if: hasFFmpeg)
  )
  func strippedByFFmpeg() throws {
    let outcome = try shell.run(
      """
      version=$(ffmpeg -version | sed -n '1s/^ffmpeg version n*\\([0-9]*\\).*/\\1/p')
      [ "$version" -le 5 ] || exit 0
      id3tap make --media '\(Shell.media)' --minutes 7 -o a.ts || exit
      ffmpeg -v error -i a.ts -map 0 -c copy b.ts || exit
      id3tap check --format jsonl b.ts
      """
    )
    guard !outcome.output.isEmpty else { return }
    let report = try outcome.report()
    #expect(report["ffmpeg-stripped-header"]?.state == "fail")
    #expect(report["ffmpeg-stripped-header"]?.found == 44)
    let finding = report.findings.first { $0.rule == "ffmpeg-stripped-header" }
    #expect(
      finding?.message.contains("five bytes short: repackaged with FFmpeg 5.x or older") == true
    )
    #expect(report["tag-header"]?.state == "pass", "the header is reconstructed")
    #expect(report["tag-layout"]?.state == "pass")
    #expect(outcome.status == 1)
  }

  // MARK: - The corpus

  @Test(
    "no rule stumbles over the corpus, and files without tags are absent",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.cases
  )
  func corpus(expected: Corpus.Case) throws {
    let outcome = try shell.run("id3tap check --format jsonl '\(expected.path)'")
    let report = try outcome.report()
    let count = report.tags.data + report.tags.info + report.tags.other
    let most = expected.tags.count + (expected.optional?.count ?? 0)
    #expect((expected.tags.count...most).contains(count))
    let nielsen = expected.tags.count { tag in
      tag.frames?.contains { $0.owner?.hasPrefix("www.nielsen.com/") == true } == true
    }
    #expect(report.tags.data + report.tags.info == nielsen)
    switch outcome.status {
    case 2:
      #expect(report.verdict == "unreadable" && expected.exit?.contains(2) == true)
    case 1: #expect(report.verdict == (nielsen == 0 ? "absent" : "fail"))
    default: #expect(["pass", "warn"].contains(report.verdict) && nielsen > 0)
    }
  }

  private func check(_ input: String, made options: String) throws -> Shell.Outcome {
    try shell.run(
      """
      id3tap make --media '\(Shell.media)' \(options) || exit 70
      id3tap check --format jsonl \(input)
      """
    )
  }
}
