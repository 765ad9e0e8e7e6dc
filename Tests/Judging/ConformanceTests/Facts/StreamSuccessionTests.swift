import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Streams that follow one another")
struct StreamSuccessionTests {
  /// A stream with DATA tags between two times, in seconds.
  private func stream(
    pid: Int,
    program: Int? = 1,
    _ times: ClosedRange<Double>,
    rendition: String? = nil
  ) throws -> StreamFacts {
    var tag = try #require(MadeTag.data(time: times.lowerBound).tag)
    tag.pid = pid
    tag.program = program
    tag.rendition = rendition
    var facts = StreamFacts(key: StreamKey(tag))
    facts.receive(CheckedTag(tag))
    tag.time = times.upperBound
    facts.receive(CheckedTag(tag))
    return facts
  }

  private func pids(_ streams: StreamFacts...) -> [[Int?]] {
    var facts = InputFacts(summary: InputSummary(duration: 600, streams: [], byteCount: 0))
    facts.streams = streams
    return facts.successions.map { $0.streams.map(\.key.pid) }
  }

  @Test("a PID that starts after another has ended continues the same stream")
  func moved() throws {
    let order = pids(try stream(pid: 2, 40...90), try stream(pid: 1, 8...30))
    #expect(order == [[1, 2]])
  }

  @Test("PIDs with tags at the same time are two streams")
  func parallel() throws {
    #expect(pids(try stream(pid: 1, 8...30), try stream(pid: 2, 30...90)) == [[1], [2]])
  }

  @Test("a PID that the PMT declares late stays the same stream")
  func declaredLate() throws {
    let order = pids(try stream(pid: 1, program: nil, 8...30), try stream(pid: 1, 40...90))
    #expect(order == [[1, 1]])
  }

  @Test("a segment of a different kind in a rendition does not start a new stream")
  func mixed() throws {
    var tag = try #require(MadeTag.data(time: 35).tag)
    tag.origin = .packedAudio(codec: nil, precedingFrame: nil)
    (tag.pid, tag.program) = (nil, nil)
    var audio = StreamFacts(key: StreamKey(tag))
    audio.receive(CheckedTag(tag))
    #expect(pids(try stream(pid: 1, 8...30), audio) == [[1, nil]])
    tag.rendition = "b"
    var other = StreamFacts(key: StreamKey(tag))
    other.receive(CheckedTag(tag))
    #expect(pids(try stream(pid: 1, 8...30), other) == [[1], [nil]])
  }

  @Test("streams of different programs or renditions are not joined")
  func apart() throws {
    let other = try stream(pid: 2, program: 2, 40...90)
    #expect(pids(try stream(pid: 1, 8...30), other) == [[1], [2]])
    let rendition = try stream(pid: 1, 40...90, rendition: "b")
    #expect(pids(try stream(pid: 1, 8...30), rendition) == [[1], [1]])
  }

  /// A stream with a DATA tag at each of these times, in seconds.
  private func stream(pid: Int, at times: [Double]) throws -> StreamFacts {
    var tag = try #require(MadeTag.data(time: 0).tag)
    tag.pid = pid
    var facts = StreamFacts(key: StreamKey(tag))
    for time in times {
      tag.time = time
      facts.receive(CheckedTag(tag))
    }
    return facts
  }

  @Test(
    "PIDs that take turns are one stream, even if the first PID returns",
    arguments: [
      [10, 20, 30, 90, 100, 110], [10, 20, 50, 60, 70, 120], [10, 50],
      Array(stride(from: 10, through: 1000, by: 10)) + Array(stride(from: 1100, to: 2000, by: 10)),
    ]
  )
  func takingTurns(_ first: [Double]) throws {
    let all = Set(first)
    let between = zip(first, first.dropFirst()).flatMap { left, right in
      stride(from: left + 10, to: right, by: 10).filter { !all.contains($0) }
    }
    #expect(pids(try stream(pid: 1, at: first), try stream(pid: 2, at: between)) == [[1, 2]])
  }

  @Test(
    "PIDs with tags at the same time stay two streams, even if they pause or have few tags",
    arguments: [
      ([10, 20, 30, 90, 100], [5, 15, 25, 35, 45, 55, 65, 75, 85, 95]),
      ([10, 40, 70, 100], [25, 55, 85, 115]),
      ([10, 20, 30, 40], [30]),
    ] as [([Double], [Double])]
  )
  func sameTime(_ first: [Double], _ second: [Double]) throws {
    let order = pids(try stream(pid: 1, at: first), try stream(pid: 2, at: second))
    #expect(order == [[1], [2]] || order == [[2], [1]])
  }

  @Test("the longest gap of joined streams is measured over the tags of all streams")
  func longestGap() throws {
    var succession = StreamSuccession(try stream(pid: 1, at: [10, 20, 80, 92]))
    let isOne = succession.append(try stream(pid: 2, at: [34, 44, 54, 64]))
    #expect(isOne)
    #expect(succession.longestGap == 16)
    #expect(succession.dataExtent?.end == 92)
  }

  @Test("the number of streams in a succession is limited")
  func flood() throws {
    let streams = try (0..<200).map { try stream(pid: $0, at: [Double($0) * 20]) }
    var facts = InputFacts(summary: InputSummary(duration: 600, streams: [], byteCount: 0))
    facts.streams = streams
    #expect(facts.successions.map(\.streams.count) == [64, 64, 64, 8])
  }

  @Test("joined streams extend from the first tag to the last")
  func extent() throws {
    var succession = StreamSuccession(try stream(pid: 1, 8...30))
    let isOne = succession.append(try stream(pid: 2, 40...90))
    #expect(isOne)
    #expect(succession.dataExtent?.start == 8)
    #expect(succession.dataExtent?.end == 90)
    #expect(succession.dataExtent?.last.pid == 2)
    #expect(succession.dataTags == 4)
    #expect(succession.infoExtent == nil)
  }
}
