import TimedMetadata

/// How often tags of a channel come.
struct ObservedSpacing: Sendable {
  private enum Kind: CaseIterable { case data, info }

  private var last: [Kind: PerStream<Double>] = [:]
  /// Spacings in whole seconds, and how often each was met.
  private var counts: [Kind: [Int: Int]] = [:]

  /// Spacings that are distinguished.
  private static let maximumCount = 1024
  /// A spacing is that of the channel when at least this share of all is.
  private static let share = 0.8
  /// The least number of spacings for a result.
  private static let minimumCount: [Kind: Int] = [.data: 5, .info: 2]

  /// Begins a further stream.
  mutating func begin() { last = [:] }

  /// Takes a Nielsen tag.
  mutating func receive(_ tag: CheckedTag) {
    guard let time = tag.tag.time, time.isFinite else { return }
    let kind = tag.kind == .info ? Kind.info : .data
    let before = last[kind, default: PerStream<Double>()].update(tag.stream, from: time) { last in
      defer { last = time }
      return last
    }
    guard let before, time > before, let seconds = Int(exactly: (time - before).rounded()) else {
      return
    }
    var counts = counts[kind] ?? [:]
    if counts[seconds] != nil || counts.count < Self.maximumCount {
      counts[seconds, default: 0] += 1
    }
    self.counts[kind] = counts
  }

  /// The differences from the usual cadence.
  var cadence: ChannelTemplate.Cadence {
    var cadence = ChannelTemplate.Cadence()
    cadence.data = usual(.data, but: NominalCadence.data)
    cadence.info = usual(.info, but: NominalCadence.info)
    return cadence
  }

  private func usual(_ kind: Kind, but nominal: Double) -> Double? {
    let counts = counts[kind] ?? [:]
    let all = counts.values.reduce(0, +)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let most, all >= Self.minimumCount[kind] ?? 0, most.key > 0,
      Double(most.value) >= Double(all) * Self.share, abs(Double(most.key) - nominal) > 1
    else { return nil }
    return Double(most.key)
  }
}
