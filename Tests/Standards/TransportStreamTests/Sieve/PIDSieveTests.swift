import TestSupport
import Testing

@testable import TransportStream

private typealias Builder = StreamBuilder

@Suite struct PIDSieveTests {
  /// The output of a sieve for a whole stream.
  struct Result {
    var notes: [TransportNote] = []
    var packets: [MetadataPES] = []
    let sieve: PIDSieve

    var rules: [String] { notes.map(\.rule) }
  }

  func sieved(_ bytes: [UInt8]) -> Result {
    var result = Result(sieve: PIDSieve())
    bytes.withUnsafeBytes { result.sieve.feed($0) }
    result.sieve.finish()
    let items = result.sieve.takeItems()
    (result.notes, result.packets) = (items.notes, items.packets)
    return result
  }

  @Test("only the packets of ID3 PIDs are passed on, unchanged")
  func passed() {
    var builder = Builder()
    builder.tables()
    builder.video(pts: 900_000)
    builder.audio(pts: 900_000)
    builder.id3(Builder.tag(0), pts: 900_000)
    let result = sieved(builder.bytes)
    let id3 = builder.packets.filter { $0.pid == Builder.id3PID }.flatMap(\.encoded)
    #expect(result.packets.map(\.packets) == [id3])
    #expect(result.sieve.packetCount == Int64(builder.packets.count))
  }

  @Test("a missing video packet is counted as lost, and a repeated video packet is not")
  func lostFrames() {
    var builder = Builder()
    builder.tables()
    for index in 0..<20 {
      builder.unit(
        PESPacket(streamID: 0xE0, pts: 900_000, payload: [UInt8](repeating: 1, count: 1000))
          .encoded,
        pid: Builder.videoPID
      ) { packets in
        if index == 5 { packets.remove(at: 2) }
        if index == 9 { packets.insert(packets[3], at: 4) }
      }
    }
    let lost = sieved(builder.bytes).notes.filter { $0.rule == "ts-frames-lost" }
    #expect(lost.map(\.amount) == [1])
  }

  @Test(
    "errors of the PMT in force are reported again only if there is a reminder interval",
    arguments: [(nil, [0]), (20, [0, 21, 41, 90])] as [(Int64?, [Int])]
  )
  func reminder(seconds: Int64?, expected: [Int]) {
    let sieve = PIDSieve()
    sieve.reminder = seconds.map { $0 * 90_000 }
    var builder = Builder()
    var used = 0
    var noted: [Int] = []
    var wrong = Builder.map()
    wrong.descriptors = []
    // The map is correct from second 50 to second 89.
    for second in 0..<100 {
      var map = (50..<90).contains(second) ? Builder.map() : wrong
      map.version = second < 50 ? 0 : second < 90 ? 1 : 2
      builder.tables(map)
      for tenth in 0..<10 { builder.audio(pts: 900_000 + Int64(second * 10 + tenth) * 9000) }
      let bytes = Array(builder.bytes.dropFirst(used))
      used += bytes.count
      bytes.withUnsafeBytes { sieve.feed($0) }
      for note in sieve.takeItems().notes where note.rule == "pmt-metadata-pointer" {
        noted.append(second)
      }
    }
    #expect(noted == expected)
  }

  @Test("PAT and PMT packets with transport errors are reported and not used")
  func damagedTables() {
    var builder = Builder()
    builder.association()
    builder.map(Builder.map())
    let damaged = builder.packets.map { packet in
      var packet = packet
      packet.hasTransportError = true
      return packet
    }
    builder.append(damaged)
    builder.writer.skipCounter(pid: 0, by: 0)
    builder.association()
    let result = sieved(builder.bytes)
    #expect(result.rules == ["ts-transport-error", "ts-transport-error", "pmt-declared-empty"])
    #expect(result.sieve.metadataStreams.map(\.isDeclared) == [true])
  }

  @Test("a program that replaces another in the PAT continues the replaced program's time")
  func replacedProgram() {
    var builder = Builder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.audio(pts: 990_000)
    builder.association([(7, 0x1700)], version: 1)
    builder.map(
      Builder.map(
        program: 7,
        pcrPID: 0x700,
        id3: [Builder.id3Stream(pid: 0x702)],
        audioPID: 0x701,
        videoPID: 0x700
      ),
      pid: 0x1700
    )
    builder.audio(pts: 77, pid: 0x701)
    builder.id3(Builder.tag(0), pts: 77, pid: 0x702)
    let result = sieved(builder.bytes)
    #expect(result.packets.first?.placement == .placed(180_000))
    #expect(result.packets.first?.program == 7)
  }

  @Test("packets kept for possible ID3 PIDs are passed on when their buffer is full")
  func fullCandidates() {
    var builder = Builder()
    let tag = Builder.tag(0)
    for index in 0..<3000 { builder.id3(tag, pts: Int64(index) * 9000) }
    let sieve = PIDSieve()
    let bytes = builder.bytes
    bytes.withUnsafeBytes { sieve.feed($0) }
    #expect(sieve.takeItems().packets.count > 2000)
  }

  @Test("packets kept for possible ID3 PIDs are passed on after 8 MiB without tables")
  func patience() {
    var builder = Builder()
    builder.id3(Builder.tag(0), pts: 900_000)
    let filler = OutgoingPacket(pid: 0x300, payload: [UInt8](repeating: 0, count: 184)).encoded
    var bytes = builder.bytes
    for _ in 0..<45_000 { bytes += filler }
    builder.id3(Builder.tag(1), pts: 990_000)
    bytes += builder.bytes.suffix(376)
    let sieve = PIDSieve()
    bytes.withUnsafeBytes { sieve.feed($0) }
    #expect(sieve.metadataStreams.map(\.pid) == [Builder.id3PID])
  }

  @Test("when audio stops, the clock follows video")
  func staleReference() {
    var builder = Builder()
    builder.tables()
    builder.audio(pts: 900_000)
    for second in 0..<100 { builder.video(pts: 900_000 + Int64(second) * 90_000) }
    builder.id3(Builder.tag(0), pts: 900_000 + 99 * 90_000)
    let result = sieved(builder.bytes)
    #expect(result.packets.first?.placement == .placed(99 * 90_000))
    #expect(result.rules == [])
  }

  @Test("a reference stream that stops and resumes does not make the clock jump")
  func returningReference() {
    var builder = Builder()
    builder.tables()
    builder.audio(pts: 900_000)
    for second in 0..<100 { builder.video(pts: 900_000 + Int64(second) * 90_000) }
    for second in 100..<110 {
      builder.audio(pts: 900_000 + Int64(second) * 90_000)
      builder.video(pts: 900_000 + Int64(second) * 90_000)
    }
    builder.id3(Builder.tag(0), pts: 900_000 + 109 * 90_000)
    let result = sieved(builder.bytes)
    #expect(result.packets.first?.placement == .placed(109 * 90_000))
    #expect(result.rules == [])
  }
}
