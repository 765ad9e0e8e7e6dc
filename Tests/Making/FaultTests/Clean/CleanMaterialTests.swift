import Conformance
import Presentation
import System
import TestSupport
import Testing
import TimedMetadata

/// Streams encoded by FFmpeg, with inserted tags. `check` must report no errors or warnings, and must read every tag as
/// it was inserted.
@Suite(
  "Streams without faults encoded by FFmpeg",
  .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools' installs it")
)
struct CleanMaterialTests {
  /// The compared properties of a tag, with its bytes as a digest.
  private struct Facts: Equatable, CustomStringConvertible {
    var program: Int?
    var pid: Int?
    var pts: Int64?
    var offset: Int64?
    var segment: String?
    var sha256: String

    init(_ tag: TagInjector.Injected) {
      (program, pid, pts) = (tag.program, tag.pid, tag.pts)
      (offset, segment) = (tag.offset, tag.segment)
      sha256 = SHA256.hexadecimal(of: tag.bytes)
    }

    init(_ tag: TimedTag) {
      (program, pid, pts) = (tag.program, tag.pid, tag.pts)
      (offset, segment) = (tag.offset, tag.segment)
      sha256 = SHA256.hexadecimal(of: tag.bytes)
    }

    var description: String {
      let numbers = [program.map(String.init), pid.map(String.init), pts.map(String.init)]
      return (numbers + [offset.map(String.init), segment, String(sha256.prefix(8))])
        .map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  /// Reads an input as `check` does, and returns the report and the tags.
  private func read(
    _ bytes: [UInt8],
    name: String,
    files: [String: [UInt8]] = [:]
  ) async throws -> (report: CheckReport, tags: [TimedTag]) {
    var checker = Checker(input: name, options: .usual)
    let access = PlaylistAccess(
      url: MemoryResources.url(of: name),
      loader: MemoryResources { files[$0] }
    )
    let events = try TimedMetadataEvents(MemorySource(bytes, name: name), access: access)
    var tags: [TimedTag] = []
    while let event = try await events.next() {
      checker.receive(event)
      if case .tag(let tag) = event { tags.append(tag) }
    }
    return (checker.report(), tags)
  }

  /// Checks that the tags are read as inserted, without errors or warnings.
  private func expectClean(
    _ read: (report: CheckReport, tags: [TimedTag]),
    _ injected: [TagInjector.Injected]
  ) {
    #expect(injected.count >= 6)
    #expect(read.tags.map { Facts($0) } == injected.map { Facts($0) })
    let alarms = read.report.findings.filter { $0.severity != .info }
    #expect(alarms.isEmpty, "\(alarms.map { "\($0.rule.rawValue): \($0.message)" })")
    #expect(read.report.verdict == .pass)
  }

  /// Cancels the test if ffmpeg lacks an encoder for the stream.
  private func requireEncoders(of stream: FFmpegStream) throws {
    let missing = stream.missingEncoders
    if !missing.isEmpty { try Test.cancel("ffmpeg has no encoder \(missing)") }
  }

  @Test(
    "`check` reports no errors or warnings for an encoding, and reads its tags as inserted",
    arguments: FFmpegStream.all
  )
  func encodings(stream: FFmpegStream) async throws {
    try requireEncoders(of: stream)
    let injected = try TagInjector(stream.bytes(), TagPlan.plain.tags())
    expectClean(try await read(injected.bytes, name: "a.ts"), injected.injected)
  }

  @Test("ten programs with tags have no errors or warnings")
  func programs() async throws {
    try requireEncoders(of: .programs)
    let injected = try TagInjector(FFmpegStream.programs.bytes(), TagPlan.plain.tags())
    let read = try await read(injected.bytes, name: "a.ts")
    expectClean(read, injected.injected)
    #expect(Set(read.tags.map(\.program)) == Set(100..<110))
  }

  @Test("unusual but correct streams have no errors or warnings", arguments: TagPlan.oddities)
  func oddities(plan: TagPlan) async throws {
    try requireEncoders(of: .h264)
    let injected = try TagInjector(FFmpegStream.h264.bytes(), plan.tags())
    expectClean(try await read(injected.bytes, name: "a.ts"), injected.injected)
  }

  /// Nine encodings that can be cut into segments.
  private static let cut = FFmpegStream.all.filter(\.canBeCut).prefix(9)

  @Test("segments of 2, 4 and 10 s have no errors or warnings", arguments: cut, [2, 4, 10])
  func segments(stream: FFmpegStream, seconds: Int) async throws {
    try requireEncoders(of: stream)
    let injected = try TagInjector(stream.bytes(), TagPlan.plain.tags())
    let cut = try CutStream(injected, every: seconds)
    let name = CutStream.playlistName
    let playlist = try #require(cut.files[name])
    expectClean(try await read(playlist, name: name, files: cut.files), cut.injected)
  }

  @Test("fragmented MP4 with separate audio has no errors or warnings, and its messages are read")
  func fragments() async throws {
    try requireEncoders(of: .h264)
    let made = try FragmentedPresentation(.h264, TagPlan.plain.tags())
    let name = FragmentedPresentation.masterName
    let master = try #require(made.files[name])
    let read = try await read(master, name: name, files: made.files)
    expectClean(read, made.injected)
    #expect(read.tags.allSatisfy { $0.timescale == 48_000 && $0.eventMessage?.version == 1 })
  }
}
