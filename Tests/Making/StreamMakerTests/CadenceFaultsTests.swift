import NielsenTag
import StreamMaker
import Testing

@Suite struct CadenceFaultsTests {
  /// A tag with its time in seconds from the start of the stream.
  private struct Timed {
    var time: Int
    var payload: NielsenPayload
  }

  private func timed(_ stream: WalkedStream) throws -> [Timed] {
    try stream.pes().map { pes in
      let payload = try #require(NielsenPayload(bytes: Array(pes.payload[20..<269])))
      #expect(payload.checksumValid == true)
      #expect(payload.faults == [])
      return Timed(time: Int((try #require(pes.pts) - 900_000) / 90_000), payload: payload)
    }
  }

  private func tags(_ stream: WalkedStream, _ kind: NielsenPayload.Kind) throws -> [Timed] {
    try timed(stream).filter { $0.payload.kind == kind }
  }

  /// Expects that sequence numbers increase by one, and that only tags differ between the streams.
  private func expectOrder(_ pair: Pair) throws {
    let tags = try timed(pair.faulty)
    #expect(tags.compactMap(\.payload.sequence) == Array(1...UInt16(tags.count)))
    #expect(tags.map(\.time) == tags.map(\.time).sorted())
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
    #expect(pair.faulty.continuityGaps.isEmpty)
  }

  @Test("cadence-gap: two DATA tags are 40 s apart, and sequence numbers and clock continue")
  func gap() throws {
    let pair = try Pair("cadence-gap")
    try expectOrder(pair)
    let data = try tags(pair.faulty, .data)
    #expect(data.map(\.time) == [10, 20, 60, 70, 80, 90, 100, 110])
    #expect(try tags(pair.faulty, .info).map(\.time) == [12])
    #expect(data.allSatisfy { $0.payload.lastTagTime == 1_700_000_000 + Int64($0.time) })
  }

  @Test("cadence-tag-time-gap: the tags' clock has one gap of 10 s, and agrees with the PTS")
  func tagTimeGap() throws {
    let pair = try Pair("cadence-tag-time-gap")
    try expectOrder(pair)
    let gaps = try gaps(of: pair.faulty)
    #expect(gaps.filter { $0 > 9 } == [10])
    #expect(gaps.filter { $0 == 0 }.count == gaps.count - 1)
    try expectGoodDurations(pair.faulty)
    let data = try tags(pair.faulty, .data)
    #expect(data.map(\.time) == [10, 20, 35, 40, 50, 60, 70, 80, 90, 100, 110])
    #expect(data.allSatisfy { $0.payload.lastTagTime == 1_700_000_000 + Int64($0.time) })
    #expect(pair.changedTags == [3, 4])
  }

  @Test("cadence-overlap: one tag starts 10 s before the end of the previous tag")
  func overlap() throws {
    let pair = try Pair("cadence-overlap")
    try expectOrder(pair)
    let gaps = try gaps(of: pair.faulty)
    #expect(gaps.filter { $0 < -9 } == [-10])
    #expect(gaps.allSatisfy { $0 <= 9 })
    try expectGoodDurations(pair.faulty)
    let data = try tags(pair.faulty, .data)
    #expect(data.map(\.time).prefix(4) == [10, 20, 22, 40])
    #expect(data.allSatisfy { $0.payload.lastTagTime == 1_700_000_000 + Int64($0.time) })
    #expect(pair.changedTags == [3])
  }

  @Test("cadence-tag-duration: some DATA tags span 3 s, and no gap is too long")
  func duration() throws {
    let pair = try Pair("cadence-tag-duration")
    try expectOrder(pair)
    let data = try tags(pair.faulty, .data)
    let durations = try data.map { try duration($0) }
    #expect(Set(durations) == [3, 10])
    #expect(durations.filter { $0 == 3 }.count == 2)
    #expect(try gaps(of: pair.faulty).allSatisfy { (-9...9).contains($0) })
    for (tag, duration) in zip(data, durations) where duration == 3 {
      #expect(tag.payload.usedBlocks?.count == 7)
    }
  }

  @Test("cadence-short-unfilled: some DATA tags span 6 s and have three unused blocks")
  func shortUnfilled() throws {
    let pair = try Pair("cadence-short-unfilled")
    try expectOrder(pair)
    let short = try tags(pair.faulty, .data).filter { try duration($0) < 9 }
    #expect(short.count == 2)
    #expect(short.allSatisfy { $0.payload.usedBlocks == [0, 1, 2, 3] })
    try expectGoodDurations(pair.faulty)
    #expect(try gaps(of: pair.faulty).allSatisfy { (-9...9).contains($0) })
  }

  @Test("cadence-start: the first DATA tag is at 70 s")
  func start() throws {
    let pair = try Pair("cadence-start", minutes: 5)
    try expectOrder(pair)
    let data = try tags(pair.faulty, .data).map(\.time)
    #expect(data == Array(stride(from: 70, to: 300, by: 10)))
    #expect(data.count >= Int(0.75 * 300 / 10))
  }

  @Test("cadence-end: the last DATA tag is 70 s before the end")
  func end() throws {
    let pair = try Pair("cadence-end", minutes: 5)
    try expectOrder(pair)
    let data = try tags(pair.faulty, .data).map(\.time)
    #expect(data == Array(stride(from: 10, through: 230, by: 10)))
    #expect(data.count >= Int(0.75 * 300 / 10))
  }

  @Test("cadence-info-presence: only the INFO tags are missing")
  func infoPresence() throws {
    let pair = try Pair("cadence-info-presence", minutes: 6.5)
    try expectOrder(pair)
    #expect(try tags(pair.faulty, .info).isEmpty)
    #expect(try tags(pair.faulty, .data).count == 38)
  }

  @Test("cadence-info-interval: the second INFO tag is missing")
  func infoInterval() throws {
    let pair = try Pair("cadence-info-interval", minutes: 11)
    try expectOrder(pair)
    #expect(try tags(pair.clean, .info).map(\.time) == [12, 312, 612])
    #expect(try tags(pair.faulty, .info).map(\.time) == [12, 612])
    #expect(try tags(pair.faulty, .data).count == 65)
  }

  @Test("cadence-info-early: the second INFO tag is 20 s after the first")
  func infoEarly() throws {
    let pair = try Pair("cadence-info-early")
    try expectOrder(pair)
    let info = try tags(pair.faulty, .info)
    #expect(info.map(\.time) == [12, 32])
    #expect(info.map(\.payload.lastTagTime) == [1_700_000_012, 1_700_000_032])
    #expect(info.allSatisfy { $0.payload.fdOffset == 0 })
    #expect(try tags(pair.faulty, .data).count == 11)
  }

  private func duration(_ tag: Timed) throws -> Int64 {
    try #require(tag.payload.lastTagTime) - (try #require(tag.payload.firstTagTime))
  }

  private func expectGoodDurations(_ stream: WalkedStream) throws {
    for tag in try tags(stream, .data) { #expect((4...12).contains(try duration(tag))) }
  }

  /// Seconds from the last tag time of each DATA tag to the first tag time of the next.
  private func gaps(of stream: WalkedStream) throws -> [Int64] {
    let data = try tags(stream, .data).map(\.payload)
    return try zip(data, data.dropFirst()).map { previous, next in
      try #require(next.firstTagTime) - (try #require(previous.lastTagTime))
    }
  }
}
