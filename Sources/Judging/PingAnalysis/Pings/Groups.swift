/// Groups values by key: pings by app session, viewing or asset. Without a limit, groups are in the order of their
/// first element. With a limit, groups are in the order of their last use, and a new group beyond the limit closes the
/// least recently used one.
package struct Groups<Key: Hashable, Group> {
  private var places: [Key: (order: Int, group: Group)] = [:]
  private var turn = 0
  private let limit: Int?

  package init(limit: Int? = nil) { self.limit = limit }

  package var count: Int { places.count }

  /// The groups, in the order of the first element or, with a limit, of the last use.
  package var all: [(key: Key, group: Group)] {
    places.sorted { $0.value.order < $1.value.order }.map { ($0.key, $0.value.group) }
  }

  /// The group of a key. Access does not change the order. Nil if the key has no group.
  package subscript(key: Key) -> Group? {
    get { places[key]?.group }
    set { if let newValue { places[key]?.group = newValue } else { places[key] = nil } }
  }

  /// Changes the group of a key. A key without a group starts with `group`.
  ///
  /// - Returns: The result of `change`, and the group that was closed to stay within the limit.
  @discardableResult
  package mutating func update<Result>(
    _ key: Key,
    new group: Group,
    _ change: (inout Group) -> Result
  ) -> (result: Result, closed: Group?) {
    var closed: Group?
    if let limit, places.count >= limit, places[key] == nil,
      let oldest = places.min(by: { $0.value.order < $1.value.order })?.key
    {
      closed = places.removeValue(forKey: oldest)?.group
    }
    turn += 1
    if limit != nil { places[key]?.order = turn }
    return (change(&places[key, default: (turn, group)].group), closed)
  }
}

extension Sequence {
  /// The elements by key, in the order of each key's first element. Elements with a nil key are excluded.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key?
  ) -> [(key: Key, elements: [Element])] {
    var groups = Groups<Key, [Element]>()
    for element in self {
      if let key = key(element) { groups.update(key, new: []) { $0.append(element) } }
    }
    return groups.all.map { ($0.key, $0.group) }
  }

  package func withoutRepeats(of ping: (Element) -> SentPing) -> [Element] {
    var known: Set<RepeatKey> = []
    return filter { ping($0).repeatKey.map { known.insert($0).inserted } ?? true }
  }
}
