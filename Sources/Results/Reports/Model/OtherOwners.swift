import Conformance
import Formats
import Records

/// The owners of the ID3 tags that are not Nielsen's, and how many tags each has.
struct OtherOwners: Sendable, Equatable {
  /// At most as many owners are distinguished.
  static let capacity = 30

  private(set) var counts: [String: Int] = [:]
  /// Tags of owners over the capacity.
  private(set) var rest = 0

  /// Counts a tag by its first frame with an owner; other frames count under their id.
  mutating func count(frames: [JSONValue]) {
    let frames = frames.map(RecordView<FrameFields>.init)
    guard let frame = frames.first(where: { $0.owner != nil }) ?? frames.first else { return }
    let name = frame.owner ?? frame.id.map { "\($0) frame" } ?? ""
    let owner = name.isEmpty ? "(no owner)" : LongText.cut(name, to: 120)
    if counts[owner] != nil || counts.count < Self.capacity {
      counts[owner, default: 0] += 1
    } else {
      rest += 1
    }
  }

  /// The owners, the most frequent first.
  var rows: [(owner: String, tags: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Owners without a tag.
  init() {}

  /// The owners that a record of `check` counted.
  init(counted rows: [RecordView<OwnerFields>]) {
    for row in rows.prefix(Self.capacity) {
      guard let owner = row.owner, let tags = row.tags, tags > 0 else { continue }
      counts[LongText.cut(owner, to: 120)] = tags
    }
  }

  /// The purpose of the tags of a known owner; empty for others.
  static func note(_ owner: String) -> String { TagOwner.writer(of: owner) ?? "" }
}
