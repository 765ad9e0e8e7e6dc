import Foundation
import TestSupport
import Testing

/// `id3tap check` of streams that FFmpeg wrote.
@Suite(.ownThread) struct CleanStreamTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// The major version of FFmpeg. Nil if FFmpeg is missing or does not report a version number.
  private static let version: Int? = {
    guard Tool.isThere("ffmpeg"), let shell = try? Shell(),
      let lines = try? shell.run("ffmpeg -version").lines,
      let number = lines.first?.firstMatch(of: /^ffmpeg version n*(\d+)/)?.1
    else { return nil }
    return Int(number)
  }()

  /// Whether FFmpeg removes five bytes from every tag. Versions up to 5 mistake them for a metadata cell.
  private static var stripsTags: Bool { version.map { $0 <= 5 } ?? false }

  @Test(
    "a stream that FFmpeg wrote has one warning: metadata_pointer_descriptor is missing",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it"),
    arguments: ["b.ts", "-hls_list_size 0 b.m3u8"]
  )
  func ffmpeg(output: String) throws {
    try shell.link("a.ts", to: "--minutes 7" + (Self.stripsTags ? " --fault pes-mau-header" : ""))
    let outcome = try shell.run(
      """
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
    "tags that FFmpeg 5 or earlier damaged are reported with FFmpeg as the cause",
    .enabled(if: stripsTags, "only FFmpeg up to version 5 damages tags, and it is not installed")
  )
  func strippedByFFmpeg() throws {
    try shell.link("a.ts", to: "--minutes 7")
    let outcome = try shell.run(
      """
      ffmpeg -v error -i a.ts -map 0 -c copy b.ts || exit
      id3tap check --all-rules --format jsonl b.ts
      """
    )
    let report = try outcome.report()
    #expect(report["ffmpeg-stripped-header"]?.state == "fail")
    #expect(report["ffmpeg-stripped-header"]?.found == 44)
    let finding = report.findings.first { $0.rule == "ffmpeg-stripped-header" }
    #expect(
      finding?.message.contains("five bytes short: repackaged with FFmpeg 6.0 or older") == true
    )
    #expect(report["tag-header"]?.state == "pass", "the header is reconstructed")
    #expect(report["tag-layout"]?.state == "pass")
    #expect(outcome.status == 1)
  }
}
