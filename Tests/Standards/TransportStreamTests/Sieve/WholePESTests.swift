import TestSupport
import Testing

@testable import TransportStream

private typealias Builder = StreamBuilder

/// The times at which PES packets are handed out, and their contents.
@Suite struct WholePESTests {
  /// The items of a sieve after all bytes, and after its end.
  private func items(
    _ change: (inout Builder) -> Void
  ) -> (before: [SieveItem], after: [SieveItem]) {
    var builder = Builder()
    builder.tables()
    builder.audio(pts: 900_000)
    change(&builder)
    let sieve = PIDSieve()
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    let before = sieve.takeItems()
    sieve.finish()
    return (before, sieve.takeItems())
  }

  @Test(
    "a PES packet is delivered at its declared length, or at the end of its tag without a length",
    arguments: [
      PESPacket.Length.exact, .fixed(0),
    ]
  )
  func length(_ length: PESPacket.Length) {
    let (before, after) = items { $0.id3(Builder.tag(0), pts: 900_000, length: length) }
    #expect(before.packets.map(\.packets.count) == [2 * 188])
    #expect(before.packets.map(\.placement) == [.placed(0)])
    #expect(after.packets.isEmpty)
  }

  @Test(
    "a PES packet of unknown length is delivered when the next one starts, or at the stream's end"
  )
  func unbounded() {
    let (before, after) = items {
      $0.id3([1, 2, 3], pts: 900_000, length: .fixed(0))
      $0.id3([4, 5, 6], pts: 900_000, length: .fixed(0))
    }
    #expect(before.packets.map(\.number) == [0])
    #expect(after.packets.map(\.number) == [1])
  }

  @Test("transport packets after the declared length of a PES packet are not delivered")
  func surplus() {
    let (before, _) = items { builder in
      builder.id3(Builder.tag(0), pts: 900_000)
      builder.unit([0, 0], pid: Builder.id3PID) { $0[0].startsUnit = false }
    }
    #expect(before.packets.map(\.packets.count) == [2 * 188])
  }

  @Test("a PES packet of 2.5 MiB is delivered in three pieces")
  func pieces() {
    let (before, after) = items {
      $0.id3([UInt8](repeating: 1, count: 5 << 19), pts: 900_000, length: .fixed(0))
    }
    let packets = before.packets + after.packets
    #expect(packets.map(\.isContinuation) == [false, true, true])
    #expect(packets.map(\.number) == [0, 0, 0])
    #expect(packets.allSatisfy { $0.packets.count <= (PESExtent.maximumPiece / 184 + 2) * 188 })
    #expect(before.packets.count == 2)
  }

  @Test(
    "all pieces of a large PES packet get the same time, even if the clock starts after them"
  )
  func placedPieces() {
    let sieve = PIDSieve()
    var builder = Builder()
    builder.tables()
    let bytes = [UInt8](repeating: 1, count: 5 << 19)
    builder.id3(bytes, pts: 909_000, length: .fixed(0))
    builder.audio(pts: 900_000)
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    sieve.finish()
    let placements = sieve.takeItems().packets.map(\.placement)
    #expect(placements == [.placed(9000), .placed(9000), .placed(9000)])
  }

  @Test("items after a PES packet that waits for a clock are not delivered before that packet")
  func waits() {
    let sieve = PIDSieve()
    var builder = Builder()
    builder.tables()
    builder.id3(Builder.tag(0), pts: 900_000)
    builder.id3(Builder.tag(1), pts: 900_000) { $0.remove(at: 1) }
    builder.id3(Builder.tag(2), pts: 900_000)
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    #expect(sieve.takeItems().isEmpty)
    let count = builder.bytes.count
    builder.audio(pts: 900_000)
    let rest = Array(builder.bytes[count...])
    rest.withUnsafeBytes { sieve.feed($0) }
    let items = sieve.takeItems()
    #expect(items.packets.map(\.placement) == [.placed(0), .placed(0), .placed(0)])
    #expect(items.packets.map(\.hasGap) == [false, true, false])
    #expect(items.notes.map(\.rule) == ["ts-continuity"])
    guard case .pes = items.first else {
      Issue.record("the note came before the PES packet")
      return
    }
  }

  @Test("packets that are missing after a complete PES packet give a separate gap item")
  func gap() {
    let (before, _) = items { builder in
      builder.id3(Builder.tag(0), pts: 900_000)
      builder.writer.skipCounter(pid: Builder.id3PID, by: 1)
      builder.id3(Builder.tag(1), pts: 900_000)
    }
    #expect(before.packets.map(\.hasGap) == [false, false])
    let gaps = before.filter { if case .gap(Builder.id3PID) = $0 { true } else { false } }
    #expect(gaps.count == 1)
  }

  /// Audio after a PES packet with PTS 909,000 in a program with two audio PIDs, and whether the PES packet then has an
  /// audio frame; `.none` means that the PES packet still waits.
  private static let audioAfter:
    [(name: String, audio: [(second: Bool, pts: Int64)], has: Bool??)] = [
      ("audio has the PTS", [(false, 909_000)], true),
      (
        "the second PID has the PTS after the first PID has passed it",
        [(false, 911_000), (true, 909_001)], true
      ),
      ("both PIDs have passed the PTS", [(false, 911_000), (true, 912_000)], false),
      (
        "both PIDs have earlier audio, and one PID has passed the PTS",
        [(true, 901_000), (false, 903_000), (false, 911_000)], .none
      ),
      (
        "one PID passes the PTS by two seconds, and the other stops",
        [(false, 905_000), (false, 1_090_000)], .some(nil)
      ),
    ]

  @Test(
    "a PES packet waits until audio has its PTS, or all audio PIDs have passed that PTS or stopped",
    arguments: audioAfter
  )
  func audio(name: String, audio: [(second: Bool, pts: Int64)], has: Bool??) throws {
    let sieve = PIDSieve()
    var builder = Builder()
    builder.tables(
      Builder.map(id3: [ElementaryStream(type: .adtsAAC, pid: 0x180), Builder.id3Stream()])
    )
    builder.audio(pts: 900_000)
    builder.audio(pts: 900_500, pid: 0x180)
    builder.id3(Builder.tag(0), pts: 900_000)
    builder.id3(Builder.tag(1), pts: 909_000)
    for (isSecond, pts) in audio {
      builder.audio(pts: pts, pid: isSecond ? 0x180 : Builder.audioPID)
    }
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    let packets = sieve.takeItems().packets
    #expect(packets.first?.hasAudioFrame == true)
    #expect(packets.dropFirst().map(\.hasAudioFrame) == (has.map { [$0] } ?? []))
    sieve.endPart()
    let rest = sieve.takeItems().packets
    #expect(rest.map(\.hasAudioFrame) == (has == nil ? [nil] : []))
  }

  /// The PTS of PES packets after audio at 900,000, how many are handed out before the end, and if they have audio.
  private static let withoutAudio: [(pts: [Int64], before: Int, has: [Bool?])] = [
    ([909_000], 0, [nil]), ([1_081_000], 1, [nil]), ([880_000], 1, [false]),
    ([909_000, 1_089_000], 2, [nil, nil]), ([909_000, 1_000_000], 0, [nil, nil]),
  ]

  @Test(
    "a PES packet waits for stopped audio until a tag is two seconds later, or the input ends",
    arguments: withoutAudio
  )
  func audioStops(pts: [Int64], count: Int, has: [Bool?]) {
    let (before, after) = items { builder in
      for pts in pts { builder.id3(Builder.tag(0), pts: pts) }
    }
    #expect(before.packets.count == count)
    #expect((before.packets + after.packets).map(\.hasAudioFrame) == has)
  }

  /// Sizes of the header and the PES packet, the payload bytes of its transport packets, and the index of the last one.
  private static let extents: [(header: Int, size: Int?, packets: [Int], last: Int?)] = [
    (14, 100, [184], 0), (14, 284, [184, 100], 1), (14, 300, [184, 100], nil),
    (14, nil, [184, 100], nil), (200, 300, [184, 116], 1), (14, 14, [14, 20], nil),
    (14, 284, [184, 120, 20], nil), (14, 284, [0, 184, 0, 100], 3), (14, 198, [14, 200], 1),
  ]

  @Test(
    "the last transport packet of a PES packet is the one that reaches the declared length",
    arguments: extents
  )
  func extent(header: Int, size: Int?, packets: [Int], last: Int?) {
    var extent = PESExtent(headerSize: header, size: size)
    #expect(packets.firstIndex { extent.ends(with: $0) } == last)
  }
}
