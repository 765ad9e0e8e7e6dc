import CFFmpeg
import Testing

@testable import StreamMaker

@Suite struct DecodingTimesTests {
  private static let missing = Int64.min

  private func packet(pts: Int64, dts: Int64) throws -> HeldPacket {
    var packet: UnsafeMutablePointer<AVPacket>? = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let pointer = try #require(packet)
    pointer.pointee.pts = pts
    pointer.pointee.dts = dts
    pointer.pointee.duration = 40
    return try #require(HeldPacket(moving: pointer))
  }

  @Test(
    "missing DTS are filled in with ascending values that are not above the PTS",
    arguments: [
      // DTS counted back from the first known DTS.
      ([(23, nil), (183, nil), (103, 23), (63, 63)], [-57, -17, 23, 63]),
      // No DTS is known: the PTS values in ascending order, shifted.
      ([(0, nil), (120, nil), (40, nil), (80, nil)], [-40, 0, 40, 80]),
      // All DTS are known.
      ([(0, -40), (80, 0)], [-40, 0]),
    ] as [([(Int64, Int64?)], [Int64])]
  )
  func times(stamps: [(Int64, Int64?)], expected: [Int64]) throws {
    var times = DecodingTimes()
    var packets: [HeldPacket] = []
    for (pts, dts) in stamps {
      packets += times.take(try packet(pts: pts, dts: dts ?? Self.missing))
    }
    packets += times.finish()
    #expect(packets.map(\.pointer.pointee.pts) == stamps.map(\.0))
    #expect(packets.map(\.pointer.pointee.dts) == expected)
    #expect(times.isTransparent)
  }
}
