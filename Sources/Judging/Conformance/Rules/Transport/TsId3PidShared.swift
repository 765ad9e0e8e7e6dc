import Formats
import TimedMetadata

struct TsId3PidShared: Rule {
  static let id: RuleID = "ts-id3-pid-shared"
  static let title = "Several owners on one PID"
  static let text = """
    Reports PIDs that carry tags of several owners, with the rate of each owner.

    Encoders put segment tags, time stamps and Nielsen's tags into one ID3 stream. That is allowed:
    a receiver must check the owner of each tag. A receiver that treats all ID3 tags as Nielsen's
    counts too many tags, and a receiver that expects only Nielsen's tags finds too few. An owner
    with one or two tags is not listed.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    bound: .none,
    needs: [.transportStream, .tags],
    listsEach: true,
    remedy: "No action is needed if every receiver checks the owner of a tag.",
    source: "AWS MediaLive, ID3 segment tags"
  )

  private var streams = PerStream<OwnerTally>()

  private static let leastTags = 3

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.tag.carriage == .tsPES else { return }
    _ = streams.update(tag.stream, from: OwnerTally()) { $0.count(tag) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (stream, tally) in streams.all {
      let owners = tally.counts.filter { $0.value.tags >= Self.leastTags }
        .sorted { ($1.value.tags, $0.key) < ($0.value.tags, $1.key) }
      guard owners.count > 1, let pid = stream.pid else { continue }
      log.add(Self.shared(pid, owners), at: Place(stream))
    }
    return .assessed
  }
}

extension TsId3PidShared {
  static func shared(_ pid: Int, _ owners: [(key: String, value: OwnerTally.Count)]) -> String {
    let words = owners.map { owner, count in
      let rate = count.interval.map { ", every \(Words.seconds($0))" } ?? ""
      return "\(owner) (\(Decimals.counted(count.tags, "tag"))\(rate))"
    }
    return "\(Words.pid(pid)) carries tags of \(owners.count) owners: "
      + words.joined(separator: ", ")
  }
}

extension OwnerTally.Count {
  /// The average time between two tags, in seconds; nil if unknown.
  fileprivate var interval: Double? {
    guard tags > 1, let times, times.lowerBound < times.upperBound else { return nil }
    return (times.upperBound - times.lowerBound) / Double(tags - 1)
  }
}
