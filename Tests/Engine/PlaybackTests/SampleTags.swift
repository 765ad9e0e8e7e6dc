import ID3
import NielsenTag

@testable import Playback
@testable import TimedMetadata

enum SampleTags {
  static let start: UInt32 = 1_699_984_800
  static let distributor = ContentID(bytes: Array(0xA0...0xAF)) ?? .null

  /// The payload of a final distributor tag that was released `second` seconds after `start`.
  static func owner(_ second: Int, time: UInt32? = nil) -> String {
    let release = time ?? start &+ UInt32(truncatingIfNeeded: second)
    let content = TagContent(
      pcCID: .null,
      fdCID: distributor,
      sequence: UInt16(truncatingIfNeeded: second / 10),
      kind: .data,
      blocks: [UInt8](repeating: 7, count: 112),
      firstTagTime: release &- 10,
      lastTagTime: release,
      pcOffset: 0,
      fdOffset: (36000 + second) % 86_400
    )
    return (try? content.payload()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A tag with `owners` at `time` (seconds).
  static func tag(
    _ owners: [String],
    time: Double?,
    program: Int? = 1,
    wallClock: Double? = nil
  ) -> TimedTag {
    let frames = owners.map { ID3Frame.priv(owner: $0, data: [0x41]) }
    return TimedTag(
      origin: .transportStream(TransportFacts()),
      program: program,
      time: time,
      wallClock: wallClock,
      bytes: [],
      tag: ID3Tag(frames: frames),
      nielsen: nil
    )
  }

  /// The tag of `second`, at that time or at `time`.
  static func tag(_ second: Int, time: Double? = nil) -> TimedTag {
    tag([owner(second)], time: time ?? Double(second))
  }

  /// The pings of a stream with the given tags and duration.
  static func pings(
    _ tags: [TimedTag],
    duration: Double?,
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> [TimedPing] {
    var options = PlaybackOptions(channelName: "X")
    change(&options)
    let player = try SynthesizedPlayer(options: options)
    for tag in tags { player.receive(tag) }
    player.finish(duration: duration)
    return player.takePings()
  }
}
