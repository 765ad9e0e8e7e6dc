import Formats
import ID3
import TransportStream

/// The time of packed audio: counted from frames, set by time stamp tags. Ticks of 90 kHz; 0 is the
/// first frame. Exact over any number of frames of one sample rate.
struct PackedAudioClock {
  /// The time stamp at time 0, 33 bits; nil until a time stamp was seen.
  private(set) var origin: Int64?
  /// Whether a frame or a time stamp has set the time.
  private(set) var hasStarted = false

  private var timeBase: Int64 = 0
  private var stampBase: Int64?
  private var samples: Int64 = 0
  private var sampleRate: Int64 = 1

  /// The presentation time of the next frame.
  var time: Int64 { timeBase + elapsed }

  /// The time stamp of the next frame, 33 bits; nil where it is unknown.
  var stamp: Int64? { stampBase.map { ($0 + elapsed) & (Timestamp.modulus - 1) } }

  /// Its time stamps against the timeline; nil before the first time stamp.
  var mediaClock: MediaClock? {
    guard let origin, let stamp else { return nil }
    let step = Timestamp.difference(stamp, origin + time)
    return MediaClock(origin: Timestamp.inSeconds(origin), step: Timestamp.inSeconds(step))
  }

  /// Ticks of the samples since the base, rounded.
  private var elapsed: Int64 {
    (samples * Timestamp.ticksPerSecond * 2 + sampleRate) / (sampleRate * 2)
  }

  /// Counts a frame.
  mutating func advance(by header: AudioFrameHeader) {
    hasStarted = true
    if Int64(header.sampleRate) != sampleRate {
      settle()
      sampleRate = Int64(header.sampleRate)
    }
    // Whole seconds go to the base, which keeps the count exact and small.
    let (seconds, rest) = (samples + Int64(header.sampleCount))
      .quotientAndRemainder(dividingBy: sampleRate)
    move(by: seconds * Timestamp.ticksPerSecond)
    samples = rest
  }

  /// The next frame has the time stamp `stamp`. Presentation time follows small steps and gaps; a
  /// step that no gap explains is returned, and presentation time continues without it.
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

/// The PRIV frame at the start of a packed audio segment that gives the time stamp of its first frame
/// (RFC 8216, section 3.4): eight bytes, of which the lower 33 bits count at 90 kHz.
package struct TransportStreamTimestamp: Equatable {
  package static let owner = "com.apple.streaming.transportStreamTimestamp"
  private static let byteCount = 8

  /// 33 bits; nil when the frame has another size than eight bytes: players ignore it then.
  var stamp: Int64?
  /// The violation of the rule, as text.
  var fault: String?

  /// The first time stamp in a tag; nil when it holds none.
  init?(_ tag: ID3Tag) {
    guard let frame = tag.privateFrames.first(where: { $0.owner == Self.owner }) else {
      return nil
    }
    guard frame.data.count == Self.byteCount else {
      fault = "timestamp of \(frame.data.count) bytes, expected \(Self.byteCount): ignored"
      return
    }
    let value = frame.data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    stamp = Int64(value & UInt64(Timestamp.modulus - 1))
    if value >> 33 != 0 {
      fault = "upper 31 bits of the timestamp not 0: only the lower 33 are used"
    }
  }

  /// Why a tag is not a time stamp though it was probably meant to be one: its owner is nearly the right one.
  static func fault(ofOwnerIn tag: ID3Tag) -> String? {
    let near = tag.privateFrames.first { NearestName.isNear($0.owner, owner) }
    return near.map {
      "the owner is \"\(PrintableText.escaping($0.owner))\", expected \"\(owner)\""
    }
  }
}
