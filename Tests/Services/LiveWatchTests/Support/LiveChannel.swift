import StreamMaker
import Synchronization
import System
import TestSupport

/// A live channel with two variants, made in memory as a clock advances, with faults that begin and end at given times.
final class LiveChannel: Sendable {
  /// A fault of the channel.
  enum Fault: Sendable, Equatable {
    /// The tags of these variants are lost.
    case noTags(Set<Int>)
    /// The playlist of a variant is not renewed.
    case frozen(Int)
    /// Segments of a variant are missing.
    case missingSegment(Int)
    /// The PES packets of a variant's tags wrongly declare that no tag starts in them.
    case unaligned(Int)
    /// The server has no files.
    case gone
  }

  /// A fault, and the seconds during which it affects segments and requests.
  struct Incident: Sendable {
    var seconds: Range<Double>
    var fault: Fault
  }

  /// The duration of a segment in seconds.
  static let segmentSeconds = 6.0

  private struct Ended: Error {}

  private let clock: ManualClock
  private let incidents: [Incident]
  private let files = Mutex<[String: [UInt8]]>([:])
  private let frozen = Mutex<[Int: [UInt8]]>([:])

  /// Prepares a channel. ``make(at:)`` makes it.
  init(clock: ManualClock, incidents: [Incident] = []) {
    self.clock = clock
    self.incidents = incidents
  }

  /// Whether the channel can be requested.
  var isReady: Bool { files.withLock { $0["master.m3u8"] != nil } }

  /// Makes the channel until the clock ends it, on a thread that waits for the clock.
  func make(at begin: Double) throws {
    let maker = PresentationMaker(
      PresentationOptions(
        stream: StreamMakerOptions(minutes: 60),
        segmentSeconds: Self.segmentSeconds,
        variantCount: 2
      )
    )
    let clock = clock
    let live = PublishingClock(now: { begin + clock.now }) { time in
      Blocking.run { await clock.sleep(until: time - begin, for: .maker) }
      guard !clock.isClosed else { throw Ended() }
    }
    do {
      try maker.follow(live, to: Store(channel: self))
    } catch is Ended {
      // The test has ended.
    }
  }

  private struct Store: PresentationStore {
    let channel: LiveChannel

    func write(_ bytes: [UInt8], to name: String) {
      channel.files.withLock { $0[name] = channel.spoiled(bytes, name) }
      channel.clock.noteChange()
    }

    func append(_ bytes: [UInt8], to name: String) {
      channel.files.withLock { $0[name, default: []] += bytes }
    }

    func close(_ name: String) {
      channel.files.withLock { files in
        files[name] = files[name].map { channel.spoiled($0, name) }
      }
    }

    func remove(_ name: String) { channel.files.withLock { _ = $0.removeValue(forKey: name) } }
  }

  // MARK: - Serving

  /// The multivariant playlist with both variants, without the audio rendition.
  private static let master = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90
    video-1/index.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=320x180
    video-2/index.m3u8

    """

  /// The names of the variants in results.
  static func name(_ variant: Int) -> String { variant == 1 ? "video/160x90" : "video/320x180" }

  /// The bytes at a path such as `/two.m3u8`; nil if there is no such file.
  func bytes(at path: String) -> [UInt8]? {
    if active.contains(.gone) { return nil }
    if path == "/two.m3u8" { return Array(Self.master.utf8) }
    let name = String(path.dropFirst())
    guard let bytes = files.withLock({ $0[name] }), !bytes.isEmpty else { return nil }
    guard name.hasSuffix(".m3u8"), let variant = Self.variant(of: name) else { return bytes }
    let isFrozen = active.contains(.frozen(variant))
    return frozen.withLock { frozen in
      let given = isFrozen ? frozen[variant] ?? bytes : bytes
      frozen[variant] = given
      return given
    }
  }

  private var active: [Fault] {
    let now = clock.now
    return incidents.filter { $0.seconds.contains(now) }.map(\.fault)
  }

  /// The variant to which a file belongs.
  static func variant(of name: String) -> Int? {
    name.hasPrefix("video-1/") ? 1 : name.hasPrefix("video-2/") ? 2 : nil
  }

  // MARK: - Faults in segments

  /// A segment as affected by the active faults; empty if it is missing.
  private func spoiled(_ segment: [UInt8], _ name: String) -> [UInt8] {
    guard name.hasSuffix(".ts"), let variant = Self.variant(of: name) else { return segment }
    var segment = segment
    for fault in active {
      switch fault {
      case .noTags(let variants) where variants.contains(variant):
        Self.changeTagPackets(&segment) { packet, start in
          // The packet gets the PID of null packets.
          packet[start + 1] |= 0x1f
          packet[start + 2] = 0xff
        }
      case .missingSegment(variant): return []
      case .unaligned(variant):
        Self.changeTagPackets(&segment) { packet, start in
          guard packet[start + 1] & 0x40 != 0 else { return }
          let hasField = packet[start + 3] & 0x20 != 0
          let pes = start + 4 + (hasField ? 1 + Int(packet[start + 4]) : 0)
          // ISO/IEC 13818-1, 2.4.3.7: data_alignment_indicator.
          packet[pes + 6] &= ~0x04
        }
      default: continue
      }
    }
    return segment
  }

  private static func changeTagPackets(
    _ segment: inout [UInt8],
    _ change: (inout [UInt8], _ start: Int) -> Void
  ) {
    for start in stride(from: 0, through: segment.count - 188, by: 188) {
      let pid = Int(segment[start + 1] & 0x1f) << 8 | Int(segment[start + 2])
      if pid == 0x102 { change(&segment, start) }
    }
  }
}
