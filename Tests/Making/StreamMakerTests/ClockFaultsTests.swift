import NielsenTag
import StreamMaker
import Testing

@Suite struct ClockFaultsTests {
  private func payloads(_ stream: WalkedStream) throws -> [NielsenPayload] {
    try stream.tags.map { try #require(NielsenPayload(bytes: Array($0[20..<269]))) }
  }

  /// The last clock reference before each tag, in 90 kHz ticks.
  private func clocksBeforeTags(_ stream: WalkedStream) -> [Int64] {
    var clock: Int64 = 0
    var clocks: [Int64] = []
    for packet in stream.packets {
      if let pcr = packet.pcr { clock = pcr }
      if packet.pid == 0x102, packet.startsUnit { clocks.append(clock) }
    }
    return clocks
  }

  /// Seconds from the clock before each tag to the PTS of the tag.
  private func leads(_ stream: WalkedStream) -> [Double] {
    zip(stream.pes(), clocksBeforeTags(stream)).map { pes, clock in
      Double((pes.pts ?? 0) - clock) / 90_000
    }
  }

  @Test("a tag without a fault is multiplexed 0.1 s before its PTS")
  func clean() throws {
    let stream = try Pair("clock-audio-distance").clean
    #expect(leads(stream).allSatisfy { $0 == 0.1 })
  }

  @Test("clock-audio-distance: tags are multiplexed 17.2 s early with an unchanged PTS")
  func audioDistance() throws {
    let pair = try Pair("clock-audio-distance")
    #expect(pair.faulty.pes().map(\.pts) == pair.clean.pes().map(\.pts))
    let leads = leads(pair.faulty)
    #expect(leads.dropFirst(3).allSatisfy { abs($0 - 17.3) < 0.01 })
    #expect(pair.changedTags == [])
    let pts = pair.faulty.pes().compactMap(\.pts)
    #expect(zip(pts, pts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(pair.hasSameRest)
  }

  @Test("clock-audio-frame: the PTS of every tag is 5 ms later")
  func audioFrame() throws {
    let pair = try Pair("clock-audio-frame")
    #expect(
      zip(pair.clean.pes(), pair.faulty.pes()).allSatisfy { clean, faulty in
        faulty.pts == clean.pts.map { $0 + 450 }
      }
    )
    #expect(pair.changedTags == [])
    #expect(pair.hasSameRest)
  }

  @Test(
    "clock-pts-backward, clock-pts-jump: all clocks jump once, and the bytes of tags do not change",
    arguments: [("clock-pts-backward", -14), ("clock-pts-jump", 3600)]
  )
  func step(fault: String, seconds: Int64) throws {
    let pair = try Pair(fault)
    #expect(pair.changedTags == [])
    let shifts = zip(pair.clean.pes(), pair.faulty.pes()).map { clean, faulty in
      (faulty.pts ?? 0) - (clean.pts ?? 0)
    }
    #expect(shifts == shifts.indices.map { $0 <= 3 ? 0 : seconds * 90_000 })
    #expect(leads(pair.faulty).allSatisfy { $0 == 0.1 })
    let clocks = zip(
      pair.clean.packets(0x1fe).compactMap(\.pcr),
      pair.faulty.packets(0x1fe).compactMap(\.pcr)
    ).map { $1 - $0 }
    #expect(clocks.filter { $0 == 0 }.count == 350)
    #expect(clocks.filter { $0 == seconds * 90_000 }.count == 850)
    #expect(
      pair.faulty.packets.allSatisfy {
        $0.bytes[3] & 0x20 == 0 || $0.bytes[4] == 0 || $0.bytes[5] & 0x80 == 0
      }
    )
    #expect(pair.hasSameTables)
  }

  @Test("clock-tag-rate: the tags' clock jumps ahead and back, but does not drift")
  func tagRate() throws {
    let pair = try Pair("clock-tag-rate")
    let times = try payloads(pair.faulty).filter { $0.kind == .data }.compactMap(\.lastTagTime)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(steps.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? 14 : 6) })
    try expectSameButForContent(pair)
  }

  @Test("clock-tag-drift: the tags' clock and the offsets lose one second in ten")
  func tagDrift() throws {
    let pair = try Pair("clock-tag-drift")
    let data = try payloads(pair.faulty).filter { $0.kind == .data }
    for (index, tag) in data.enumerated() {
      #expect(tag.firstTagTime == 1_700_000_000 + Int64(9 * index))
      #expect(tag.lastTagTime == 1_700_000_009 + Int64(9 * index))
      #expect(tag.fdOffset == 69_200 + 9 * index)
    }
    try expectSameButForContent(pair)
  }

  @Test("clock-offset-rate: the offsets stay constant while the tags' clock advances")
  func offsetRate() throws {
    let pair = try Pair("clock-offset-rate")
    let data = try payloads(pair.faulty).filter { $0.kind == .data }
    #expect(Set(data.map(\.fdOffset)) == [69_200])
    #expect(Set(data.map(\.fdCID)).count == 1)
    #expect(data.compactMap(\.lastTagTime).last == 1_700_000_110)
    try expectSameButForContent(pair)
  }

  @Test("clock-offset-backward: one FD offset decreases")
  func offsetBackward() throws {
    let pair = try Pair("clock-offset-backward")
    #expect(pair.changedTags == [3])
    let data = try payloads(pair.faulty).filter { $0.kind == .data }
    #expect(data.compactMap(\.fdOffset).prefix(4) == [69_200, 69_210, 69_190, 69_230])
    #expect(data.compactMap(\.pcOffset).prefix(4) == [69_200, 69_210, 69_220, 69_230])
    try expectSameButForContent(pair)
  }

  @Test("clock-tag-date: the tags' clock starts in 1970 and advances as usual")
  func tagDate() throws {
    let pair = try Pair("clock-tag-date")
    let (clean, faulty) = (try payloads(pair.clean), try payloads(pair.faulty))
    for (clean, faulty) in zip(clean, faulty) {
      #expect(faulty.firstTagTime == clean.firstTagTime.map { $0 - 1_699_999_880 })
      #expect(faulty.lastTagTime == clean.lastTagTime.map { $0 - 1_699_999_880 })
      #expect(faulty.fdOffset == clean.fdOffset)
      #expect(faulty.kind == clean.kind)
    }
    try expectSameButForContent(pair)
  }

  @Test("clock-late-arrival: one tag is multiplexed 1.8 s late with an unchanged PTS")
  func lateArrival() throws {
    let pair = try Pair("clock-late-arrival")
    #expect(pair.faulty.pes().map(\.pts) == pair.clean.pes().map(\.pts))
    #expect(pair.changedTags == [])
    let leads = leads(pair.faulty)
    #expect(leads.enumerated().allSatisfy { abs($1 - ($0 == 3 ? -1.7 : 0.1)) < 0.01 })
    #expect(pair.hasSameRest)
  }

  @Test("clock-estimated: no tag has a PTS")
  func estimated() throws {
    let pair = try Pair("clock-estimated")
    #expect(pair.faulty.pes().allSatisfy { $0.pts == nil && $0.flags == 0 })
    #expect(pair.faulty.pes().allSatisfy { $0.length == $0.rest })
    #expect(pair.changedTags == [])
    #expect(pair.hasSameRest)
  }

  private func expectSameButForContent(_ pair: Pair) throws {
    let faulty = try payloads(pair.faulty)
    #expect(faulty.allSatisfy { $0.checksumValid == true && $0.faults.isEmpty })
    #expect(faulty.map(\.sequence) == (try payloads(pair.clean)).map(\.sequence))
    #expect(pair.hasSameHeaders)
    #expect(pair.hasSameRest)
    #expect(pair.hasSameTables)
  }
}
