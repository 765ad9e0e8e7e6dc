/// A time on the timeline of the media, in ticks of a timescale.
package struct MediaTime: Sendable, Hashable {
  package var ticks: Int64
  /// Ticks in a second, not 0.
  package var timescale: UInt32

  /// Times further from 0 than this are rejected: no sum of a few of them overflows.
  package static let maximumTicks: Int64 = 1 << 60

  /// A time in a timescale that is not 0, with ticks within the limit.
  package init?(ticks: Int64, timescale: UInt32) {
    guard timescale > 0, (-Self.maximumTicks...Self.maximumTicks).contains(ticks) else {
      return nil
    }
    self.ticks = ticks
    self.timescale = timescale
  }

  /// Seconds from time 0 of the media.
  package var seconds: Double { Double(ticks) / Double(timescale) }

  /// Seconds from `other` to here.
  package func seconds(since other: MediaTime) -> Double {
    let scale = Int128(timescale)
    let otherScale = Int128(other.timescale)
    let difference = Int128(ticks) * otherScale - Int128(other.ticks) * scale
    return Double(difference) / Double(scale * otherScale)
  }

  /// The ticks of another timescale that are nearest.
  package func ticks(inTimescale other: UInt32) -> Int64? {
    let product = Int128(ticks) * Int128(other)
    let scale = Int128(timescale)
    let (quotient, remainder) = (product + scale / 2).quotientAndRemainder(dividingBy: scale)
    return Int64(exactly: remainder < 0 ? quotient - 1 : quotient)
  }
}
