import Foundation
import TestSupport
import Testing

/// `SampleStreams/overview`, which `make run` runs at its end.
@Suite(.ownThread) struct OverviewTests {
  @Test("the overview of 'make run' shows the verdicts, the first pings, and commands to try next")
  func overview() throws {
    let shell = try Shell()
    let overview = DocumentFiles.path(of: "SampleStreams/overview")
    let outcome = try shell.run("'\(overview)' \"$(command -v id3tap)\"")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let parts = outcome.output.components(separatedBy: "\n\n")
    try #require(parts.count == 6)
    #expect(
      parts[1] == """
          STREAM                     VERDICT  NIELSEN TAGS
          cadence-gap.ts             FAIL     6 DATA, 1 INFO in 0:01:30
              Gap in the tags 0:00:20 – 0:01:00: no DATA tag for 39.9 s (limit 19 s)
          clean-192.ts               PASS     6 DATA, 1 INFO in 0:01:00
          clean.ts                   PASS     39 DATA, 2 INFO in 0:06:30
          ffmpeg-stripped-header.ts  FAIL     6 DATA, 1 INFO in 0:01:00
              Tag header cut off by FFmpeg before 6.1 0:00:10 – 0:01:00: tag starts at its flags byte, five bytes short
          hls-cmaf/master.m3u8       PASS     6 DATA, 1 INFO in 0:01:00
          hls/master.m3u8            PASS     6 DATA, 1 INFO
        """
    )
    #expect(parts[3].split(separator: "\n").count == 7)
    #expect(parts[3].contains("impression"))
    #expect(parts[5].contains("check SampleStreams/cadence-gap.ts"))
  }
}
