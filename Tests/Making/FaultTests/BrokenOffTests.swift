import Conformance
import Presentation
import Synchronization
import Testing
import TimedMetadata

/// Inputs whose reading ends early: a sender stops, a pipe stalls, or a time limit is reached.
@Suite struct BrokenOffTests {
  /// Delivers the first bytes of a stream, and then fails.
  private final class BrokenSource: ByteSource {
    let name = "a.ts"
    let size: Int64? = nil
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
      guard !rest.isEmpty else {
        throw TimedMetadataError(
          .cannotRead,
          input: name,
          reason: "received nothing for 4 s",
          remedy: "check the sender"
        )
      }
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }

  /// Reads the first part of a stream, and returns the reports after a failure and after an interruption.
  private func reports(
    _ recipe: String,
    share: Double
  ) throws -> (broken: CheckReport, interrupted: CheckReport) {
    let stream = try MadeStream.shared(recipe)
    let bytes = try #require(stream.files[stream.entry])
    let part = bytes.prefix(Int(Double(bytes.count) * share))
    var checker = Checker(input: stream.entry, options: .usual)
    let reader = try TimedMetadataReader(BrokenSource(part))
    var failure: TimedMetadataError?
    do throws(TimedMetadataError) {
      while let event = try reader.next() { checker.receive(event) }
    } catch {
      failure = error
      checker.breakOff(at: reader.partialSummary)
    }
    var other = checker
    let known: TimedMetadataError = try #require(failure)
    let broken = checker.report(failure: known)
    return (broken, other.partialReport())
  }

  @Test(
    "if reading a stream fails, the part that was read is judged as after an interruption",
    arguments: [
      ("--minutes 7 --fault cadence-gap", "cadence-gap"),
      ("--minutes 7 --fault ts-continuity", "ts-continuity"),
    ]
  )
  func transportStream(recipe: String, rule: String) throws {
    let (broken, interrupted) = try reports(recipe, share: 0.95)
    #expect(broken[rule]?.state == .fail)
    #expect(broken.verdict == .fail)
    #expect(broken.rules.map(\.rule) == interrupted.rules.map(\.rule))
    #expect(broken.rules.map(\.state) == interrupted.rules.map(\.state))
    #expect(broken.rules.map(\.notAssessed) == interrupted.rules.map(\.notAssessed))
    #expect(broken.findings == interrupted.findings)
    #expect(broken.longestGap == interrupted.longestGap)
    #expect(broken.duration == interrupted.duration)
    // The duration is measured over the media, not up to the last tag.
    #expect(try #require(broken.duration) > 390)
    let foreign = broken.rules.filter {
      $0.notAssessed == .carriage && $0.rule.rawValue.hasPrefix("ts-")
    }
    #expect(foreign.isEmpty)
    #expect(broken["cadence-end"]?.notAssessed == .notRead)
  }

  @Test("if reading a stream without faults fails, no rule fails or warns")
  func clean() throws {
    let (broken, _) = try reports("--minutes 7", share: 0.6)
    #expect(broken.rules.filter { $0.state == .fail || $0.state == .warn }.map(\.rule) == [])
  }

  @Test("an input without tags is unreadable if reading fails at 1 % of it, and not judged at 50 %")
  func short() throws {
    let (broken, _) = try reports("--minutes 7 --fault tag-present", share: 0.01)
    #expect(broken.verdict == .unreadable)
    let (longer, _) = try reports("--minutes 7 --fault tag-present", share: 0.5)
    #expect(longer.verdict == .notJudged)
  }

  @Test("if reading a presentation fails, the parts that were read are judged")
  func presentation() async throws {
    try await Task {
      let stream = try MadeStream.shared("--minutes 7 --hls")
      let events = try stream.events(options: ReaderOptions())
      var checker = Checker(input: stream.entry, options: .usual)
      var segments = 0
      await #expect(throws: TimedMetadataError.self) {
        while let event = try await events.next() {
          checker.receive(event)
          if case .segment = event { segments += 1 }
          if segments == 40 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      checker.breakOff(at: events.partialSummary)
      let failure = TimedMetadataError(.cannotRead, input: "a", reason: "late", remedy: "wait")
      let report = checker.report(failure: failure)
      #expect(report["hls-segment-missing"]?.state == .pass)
      #expect(report["ts-continuity"]?.state == .pass)
      #expect(try #require(report.duration) > 30)
      #expect(!report.playlists.isEmpty)
      #expect(report.rules.filter { $0.state == .fail || $0.state == .warn }.map(\.rule) == [])
    }.value
  }
}
