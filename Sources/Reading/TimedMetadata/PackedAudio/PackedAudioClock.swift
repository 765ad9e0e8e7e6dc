import Formats
import ID3
import TransportStream

/// The time of packed audio, in 90 kHz ticks. It advances with every frame, and is set by time stamp tags. Time 0 is
/// the first frame. The time stays exact over any number of frames with the same sample rate.
struct PackedAudioClock {
  /// The 33-bit time stamp at time 0; nil before the first time stamp.
  private(set) var origin: Int64?
  /// Whether there has been a frame or a time stamp.
  private(set) var hasStarted = false

  private var timeBase: Int64 = 0
  private var stampBase: Int64?
  private var samples: Int64 = 0
  private var sampleRate: Int64 = 1

  /// The presentation time of the next frame.
  var time: Int64 { timeBase + elapsed }

  /// The 33-bit time stamp of the next frame; nil if unknown.
  var stamp: Int64? { stampBase.map { ($0 + elapsed) & (Timestamp.modulus - 1) } }

  /// The relation between the time stamps and the presentation timeline; nil before the first time stamp.
  var mediaClock: MediaClock? {
    guard let origin, let stamp else { return nil }
    let step = Timestamp.difference(stamp, origin + time)
    return MediaClock(origin: Timestamp.inSeconds(origin), step: Timestamp.inSeconds(step))
  }

  /// The duration of the samples since the base, rounded to ticks.
  private var elapsed: Int64 {
    (samples * Timestamp.ticksPerSecond * 2 + sampleRate) / (sampleRate * 2)
  }

  mutating func advance(by header: AudioFrameHeader) {
    hasStarted = true
    if Int64(header.sampleRate) != sampleRate {
      settle()
      sampleRate = Int64(header.sampleRate)
    }
    // Whole seconds are added to the base, so that the sample count stays small and exact.
    let (seconds, rest) = (samples + Int64(header.sampleCount))
      .quotientAndRemainder(dividingBy: sampleRate)
    move(by: seconds * Timestamp.ticksPerSecond)
    samples = rest
  }

  /// Sets the time stamp of the next frame. A small step also moves the presentation time, and the result is nil. A
  /// larger step does not move the presentation time; it is returned in ticks.
  mutating func set(to stamp: Int64) -> Int64? {
    let expected = self.stamp
    settle()
    hasStarted = true
    stampBase = stamp
    guard let expected else {
      origin = (stamp - timeBase) & (Timestamp.modulus - 1)
      return nil
    }
    let step = Timestamp.difference(stamp, expected)
    if let jump = PresentationClock.jump(step) { return jump }
    timeBase = max(0, timeBase + step)
    return nil
  }

  /// Moves the base to the next frame.
  private mutating func settle() {
    move(by: elapsed)
    samples = 0
  }

  private mutating func move(by ticks: Int64) {
    timeBase += ticks
    stampBase = stampBase.map { ($0 + ticks) & (Timestamp.modulus - 1) }
  }
}

/// The PRIV frame that gives the time stamp of the first audio frame in a packed audio segment (RFC 8216, section 3.4):
/// eight bytes, of which the lower 33 bits count at 90 kHz.
package struct TransportStreamTimestamp: Equatable {
  package static let owner = "com.apple.streaming.transportStreamTimestamp"
  private static let byteCount = 8

  /// The 33-bit time stamp; nil if the frame does not have eight bytes. Players then ignore it.
  var stamp: Int64?
  /// A description of the violation; nil if the frame has no fault.
  var fault: String?

  /// Reads the first time stamp in a tag; nil if the tag has no time stamp.
  init?(_ tag: ID3Tag) {
    guard let frame = tag.privateFrames.first(where: { $0.owner == Self.owner }) else { return nil }
    guard frame.data.count == Self.byteCount else {
      fault = "timestamp has \(frame.data.count) bytes, expected \(Self.byteCount): it is ignored"
      return
    }
    let value = frame.data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    stamp = Int64(value & UInt64(Timestamp.modulus - 1))
    if value >> 33 != 0 {
      fault = "upper 31 bits of the timestamp are not 0: only the lower 33 bits are used"
    }
  }

  /// A description of the fault in a tag that was probably meant as a time stamp, because its owner is similar to the
  /// correct one; nil for other tags.
  static func fault(ofOwnerIn tag: ID3Tag) -> String? {
    let near = tag.privateFrames.first { NearestName.isNear($0.owner, owner) }
    return near.map {
      "the owner is \"\(PrintableText.escaping($0.owner))\", expected \"\(owner)\""
    }
  }
}
