import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-tag-time-gap")
struct CadenceTagTimeGapTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceTagTimeGap.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// A stream without some of its DATA tags. If `isLoss` is true, their numbers are missing too.
  private func run(without dropped: ClosedRange<Int>, isLoss: Bool) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      20,
      content: { index, content in
        guard !isLoss, index > dropped.upperBound else { return }
        content.sequence -= UInt16(dropped.count)
      }
    )
    let left = tags.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    return try RuleRun(CadenceTagTimeGap.id, left)
  }

  @Test("a gap without a missing number is reported as a missing watermark")
  func noWatermark() throws {
    let run = try run(without: 5...7, isLoss: false)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "30 s between two tags by their clock (limit 9 s); no sequence number is missing: the audio may carry no watermark"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 88, program: 1, pid: 0x102, offset: 88_000))
  }

  @Test(
    "a gap with missing numbers is reported as lost tags",
    arguments: [
      (
        7,
        "30 s between two tags by their clock (limit 9 s); 3 numbers are missing: the tags were lost"
      ),
      (
        5, "10 s between two tags by their clock (limit 9 s); 1 number is missing: the tag was lost"
      ),
    ]
  )
  func loss(_ last: Int, _ message: String) throws {
    #expect(try run(without: 5...last, isLoss: true).messages == [message])
  }

  @Test("the numbers of INFO tags in a gap are not counted as missing")
  func info() throws {
    var events = try MadeTag.stream(seconds: 400) { _, element in
      !(element.kind == .data && (300...340).contains(element.releaseTime))
    }
    let run = try RuleRun(CadenceTagTimeGap.id, events)
    #expect(run.messages.first?.hasSuffix("5 numbers are missing: the tags were lost") == true)
    // If the numbers do not count up, the message names no cause.
    events = try MadeTag.dataTags(
      4,
      content: { index, content in
        content.sequence = [9, 4, 300, 7][index]
        if index == 2 { content.lastTagTime -= 10 }
      }
    )
    let silent = try RuleRun(CadenceTagTimeGap.id, events)
    #expect(silent.messages == ["10 s between two tags by their clock (limit 9 s)"])
  }

  @Test("a gap of 9 s passes, and a gap of 10 s warns", arguments: [(9, 0), (10, 1)])
  func limit(_ seconds: UInt32, _ found: Int) throws {
    let tags = try MadeTag.dataTags(
      3,
      content: { index, content in
        if index == 1 { content.lastTagTime -= seconds }
      }
    )
    #expect(try RuleRun(CadenceTagTimeGap.id, tags).result.found == found)
  }

  @Test("a gap around a tag with a wrong checksum is not measured")
  func changed() throws {
    let tags = try MadeTag.dataTags(
      5,
      bytes: { index, bytes in
        if index == 2 { MadeTag.breakChecksum(&bytes) }
      }
    )
    #expect(try RuleRun(CadenceTagTimeGap.id, tags).findings.isEmpty)
  }

  @Test("a stream with a single DATA tag is not assessed")
  func tooFew() throws {
    #expect(try RuleRun(CadenceTagTimeGap.id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(CadenceTagTimeGap.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceTagTimeGap.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a gap with an unread part is not reported")
  func unread() throws {
    let tags = try MadeTag.stream(seconds: 200)
    let hole = MadeHole.missing(from: 50, seconds: 60)
    let heard = tags.filter { !(50...110).contains($0.tag?.time ?? 0) }
    let place = heard.firstIndex { ($0.tag?.time ?? 0) > 110 } ?? 0
    var events = heard
    events.insert(hole, at: place)
    let run = try RuleRun(CadenceTagTimeGap.id, events)
    #expect(run.result.found == 0)
    #expect(try RuleRun(CadenceTagTimeGap.id, heard).result.found == 1)
  }
}
