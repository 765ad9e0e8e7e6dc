import Conformance
import Foundation
import TestSupport
import Testing
import TransportStream

/// Habits of packagers that are not faults, and must have no findings above `info`.
@Suite struct PackagerHabitsTests {
  private func expectNothingWrong(_ report: CheckReport, _ prefix: String = "") {
    let wrong = report.findings.filter {
      $0.severity != .info && $0.rule.rawValue.hasPrefix(prefix)
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(report.failure == nil)
  }

  @Test("continuity counters of PAT and PMT that restart in every segment only cause info findings")
  func fixedTables() async throws {
    let stream = try MadeStream.shared("--minutes 2 --hls --variants 1").changing { name, bytes in
      guard name.hasSuffix(".ts") else { return }
      let tables = stride(from: 0, to: 2 * TransportPacket.byteCount, by: TransportPacket.byteCount)
        .flatMap { start -> [UInt8] in
          var packet = Array(bytes[start..<start + TransportPacket.byteCount])
          packet[3] &= 0xF0
          return packet
        }
      bytes = tables + bytes
    }
    let report = try await stream.check()
    expectNothingWrong(report)
    #expect(report.verdict == .pass)
    let continuity = report.findings.filter { $0.rule.rawValue == "ts-continuity" }
    #expect(!continuity.isEmpty)
    #expect(continuity.allSatisfy { $0.severity == .info })
  }

  @Test(
    "HLS rules report no errors or warnings for FFmpeg's segments and playlists",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it"),
    arguments: [
      "-f hls -hls_time 2", "-f hls -hls_time 4 -hls_flags round_durations+program_date_time",
      "-f hls -hls_time 4 -hls_segment_type fmp4", "-vn -b:a 8k -f hls -hls_time 4",
      "-vn -c:a mp2 -f hls -hls_time 4", "-an -r 0.5 -g 2 -f hls -hls_time 4",
      "-f segment -segment_time 4 -segment_list i.m3u8 -segment_list_type m3u8",
    ]
  )
  func ffmpeg(arguments: String) async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=20", "-f", "lavfi",
        "-i", "sine=d=20", "-c:v", "mpeg4", "-g", "50", "-c:a", "aac",
      ] + arguments.split(separator: " ").map(String.init)
      + (arguments.contains("-f segment") ? ["s%03d.ts"] : ["-hls_list_size", "0", "i.m3u8"])
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let files = try folder.names.reduce(into: [String: [UInt8]]()) { files, name in
      files[name] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
    }
    let report = try await MadeStream(files: files, entry: "i.m3u8").check()
    expectNothingWrong(report, "hls-")
    #expect(report["hls-segment-cut"]?.state == .pass)
    #expect(report["hls-segment-duration"]?.state == .pass)
    // The stream is too short to be judged without tags.
    #expect(report["tag-present"]?.state == .notAssessed)
  }
}
