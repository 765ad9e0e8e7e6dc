import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ffmpeg-stripped-header")
struct FfmpegStrippedHeaderTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(FfmpegStrippedHeader.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a tag without its first bytes.
  private func run(missing count: Int) throws -> RuleRun {
    try RuleRun(FfmpegStrippedHeader.id) {
      $0.begin()
      $0.id3(Array(StreamBuilder.tag(0).dropFirst(count)), pts: 900_000)
    }
  }

  @Test("a tag without its first five bytes fails")
  func finds() throws {
    let run = try run(missing: 5)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "tag starts at its flags byte, five bytes short: repackaged with FFmpeg 6.0 or older; "
          + "players drop it silently"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a tag without its first ten bytes is reported as repackaged twice")
  func twice() throws {
    let run = try run(missing: 10)
    #expect(
      run.messages == [
        "tag starts at its first frame, ten bytes short: repackaged twice with FFmpeg 6.0 or "
          + "older; players drop it silently"
      ]
    )
  }

  @Test(
    "a tag is not reported unless exactly five or ten bytes are missing",
    arguments: [0, 4, 6, 9, 11]
  )
  func others(_ count: Int) throws {
    #expect(try run(missing: count).findings.isEmpty)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(FfmpegStrippedHeader.id, settings: settings) {
      $0.begin()
      for index in 0..<2 {
        $0.id3(Array(StreamBuilder.tag(index).dropFirst(5)), pts: 900_000)
      }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(FfmpegStrippedHeader.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(FfmpegStrippedHeader.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
