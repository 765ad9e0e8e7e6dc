import CFFmpeg

/// Fills in the DTS that the first packets of a stream lack: Matroska stores none, and libavformat
/// knows them only from the packet on that follows the reordered ones.
struct DecodingTimes {
  /// More than a codec reorders: 16 pictures in H.264 and HEVC.
  private static let mostHeld = 32

  private var held: [HeldPacket] = []
  private var isSettled = false

  /// Whether packets go through as they are.
  var isTransparent: Bool { isSettled && held.isEmpty }

  /// Takes the next packet and returns those whose DTS is known now, in order.
  mutating func take(_ packet: HeldPacket) -> [HeldPacket] {
    let missing = id3tap_nopts()
    let (pts, dts) = (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    guard !isSettled, dts == missing, pts != missing else {
      if dts != missing { countBack(from: dts) }
      return finish() + [packet]
    }
    held.append(packet)
    return held.count < Self.mostHeld ? [] : finish()
  }

  /// Returns what is held: no DTS came.
  mutating func finish() -> [HeldPacket] {
    isSettled = true
    sortIntoOrder()
    defer { held.removeAll() }
    return held
  }

  /// One packet's duration after the other before the first known DTS, never above the PTS.
  private mutating func countBack(from first: Int64) {
    var next = first
    for packet in held.reversed() {
      let step = max(packet.pointer.pointee.duration, 1)
      next = min(packet.pointer.pointee.pts, next &- step)
      packet.pointer.pointee.dts = next
    }
  }

  /// The PTS in rising order are DTS, once shifted so that none is above its packet's PTS.
  private mutating func sortIntoOrder() {
    let missing = id3tap_nopts()
    guard held.contains(where: { $0.pointer.pointee.dts == missing }) else { return }
    let sorted = held.map(\.pointer.pointee.pts).sorted()
    let shift = zip(sorted, held).map { $0 &- $1.pointer.pointee.pts }.max() ?? 0
    for (time, packet) in zip(sorted, held) { packet.pointer.pointee.dts = time &- shift }
  }
}
