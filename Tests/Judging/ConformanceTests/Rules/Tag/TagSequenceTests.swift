import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-sequence")
struct TagSequenceTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagSequence.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// DATA tags ten seconds apart with these numbers.
  private func tags(_ numbers: [UInt16]) throws -> [TimedMetadataEvent] {
    try MadeTag.dataTags(numbers.count, content: { $1.sequence = numbers[$0] })
  }

  /// DATA tags with twenty numbers that count up, then with these numbers.
  private func run(_ numbers: UInt16..., settings: RuleSettings = RuleSettings()) throws -> RuleRun
  {
    try RuleRun(TagSequence.id, tags(Array(22...41) + numbers), settings: settings)
  }

  @Test("missing numbers warn, and each missing number is counted")
  func missing() throws {
    let run = try run(44)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 2)
    #expect(run.result.maximum == 0)
    #expect(run.messages == ["sequence 41 → 44 without a gap in time: 2 tags lost"])
    let place = Place(time: 208, program: 1, pid: 0x102, offset: 208_000)
    #expect(run.findings.first?.place == place)
  }

  @Test("the message about missing numbers has the gap in time")
  func gap() throws {
    var events = try tags(Array(22...41) + [43])
    events[20] = events[20].with { $0.time = 218 }
    let run = try RuleRun(TagSequence.id, events)
    #expect(run.messages == ["sequence 41 → 43 over 20.0 s: 1 tag lost"])
  }

  @Test(
    "repeats, restarts, leaps and losses without a gap in time have their own messages",
    arguments: [
      (41, "sequence 41 repeated"), (0, "sequence restarts at 0 (inserter failover?)"),
      (1, "sequence restarts at 1 (inserter failover?)"),
      (30, "sequence leaps 41 → 30 (another inserter?)"),
      (402, "sequence 41 → 402 without a gap in time: 360 tags lost"),
      (403, "sequence leaps 41 → 403 (another inserter?)"),
    ] as [(UInt16, String)]
  )
  func steps(_ number: UInt16, _ message: String) throws {
    #expect(try run(number).messages == [message])
  }

  @Test("a wrap from the largest number to 0 passes")
  func wraps() throws {
    let run = try RuleRun(TagSequence.id, tags([65_533, 65_534, 65_535, 0, 1]))
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("numbers in big-endian byte order are recognized, and missing numbers are found")
  func bigEndian() throws {
    let numbers = (22...41).map { UInt16($0).byteSwapped } + [UInt16(44).byteSwapped]
    let run = try RuleRun(TagSequence.id, tags(numbers))
    #expect(run.messages == ["sequence 41 → 44 without a gap in time: 2 tags lost"])
  }

  @Test("two missing tags in a hundred pass, and three warn", arguments: [(2, true), (3, false)])
  func limit(_ missing: UInt16, _ passes: Bool) throws {
    let numbers = Array(1...99) + [100 + missing]
    let run = try RuleRun(TagSequence.id, tags(numbers))
    #expect(run.result.maximum == 2)
    #expect(run.result.found == Int(missing))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.findings.count == 1)
  }

  @Test(
    "missing numbers found before the byte order is certain are reported",
    arguments: [false, true]
  )
  func certain(_ isSwapped: Bool) throws {
    let numbers: [UInt16] = Array(1...9) + Array(11...99) + [103]
    let run = try RuleRun(
      TagSequence.id,
      tags(numbers.map { isSwapped ? $0.byteSwapped : $0 })
    )
    #expect(run.result.found == 4)
    #expect(
      run.messages == [
        "sequence 9 → 11 without a gap in time: 1 tag lost",
        "sequence 99 → 103 without a gap in time: 3 tags lost",
      ]
    )
  }

  @Test("numbers are assessed if four of five pairs count up", arguments: [(4, true), (3, false)])
  func share(_ steps: UInt16, _ isAssessed: Bool) throws {
    let run = try RuleRun(TagSequence.id, tags(Array(10...10 + steps) + [100]))
    #expect(run.result.notAssessed == (isAssessed ? nil : .heuristicUnconfirmed))
  }

  @Test("the numbers of each stream are judged separately")
  func streams() throws {
    let events = try zip(tags(Array(1...9)), tags(Array(501...509))).flatMap { first, second in
      [first, second.with { $0.pid = 0x103 }]
    }
    #expect(try RuleRun(TagSequence.id, events).findings.isEmpty)
  }

  @Test("a step to or from a tag with a wrong checksum is not judged")
  func changed() throws {
    let tags = try MadeTag.dataTags(
      9,
      bytes: { index, bytes in
        if index == 4 { MadeTag.breakChecksum(&bytes) }
      }
    )
    #expect(try RuleRun(TagSequence.id, tags).findings.isEmpty)
  }

  @Test("a stream with two tags is not assessed")
  func tooFew() throws {
    #expect(try RuleRun(TagSequence.id, tags([1, 2])).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(TagSequence.id, tags([1, 2, 3])).result.state == .pass)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(TagSequence.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagSequence.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "numbers in an unread part are not counted as missing",
    arguments: [(195.0, 48.0, 0), (210, 6, 0), (150, 40, 5), (260, 6, 5)]
  )
  func unread(_ start: Double, _ seconds: Double, _ found: Int) throws {
    var events = try tags(Array(22...41) + [47])
    // The last tags are at 198 s and at 258 s.
    events[20] = events[20].with { $0.time = 258 }
    events.insert(MadeHole.missing(from: start, seconds: seconds), at: 20)
    #expect(try RuleRun(TagSequence.id, events).result.found == found)
  }
}
