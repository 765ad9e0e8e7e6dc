import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Streams that follow one another")
struct StreamSuccessionTests {
  /// A stream with DATA tags from one time to another.
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

  @Test("a PID that begins when another has ended goes on with it")
  func moved() throws {
    let order = pids(try stream(pid: 2, 40...90), try stream(pid: 1, 8...30))
    #expect(order == [[1, 2]])
  }

  @Test("PIDs that have tags at the same time are two streams")
  func parallel() throws {
    #expect(pids(try stream(pid: 1, 8...30), try stream(pid: 2, 30...90)) == [[1], [2]])
  }

  @Test("a PID that its map names late stays the same stream")
  func declaredLate() throws {
    let order = pids(try stream(pid: 1, program: nil, 8...30), try stream(pid: 1, 40...90))
    #expect(order == [[1, 1]])
  }

  @Test("programs and renditions stay apart")
  func apart() throws {
    let other = try stream(pid: 2, program: 2, 40...90)
    #expect(pids(try stream(pid: 1, 8...30), other) == [[1], [2]])
    let rendition = try stream(pid: 1, 40...90, rendition: "b")
    #expect(pids(try stream(pid: 1, 8...30), rendition) == [[1], [1]])
  }

  @Test("together they reach from the first tag to the last")
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
