/// Finds the parameters in which two paired pings differ.
struct FieldDifferences {
  struct Difference: Hashable {
    var field: String
    var title: String
    var expected: String
    var seen: String
  }

  let pair: PingAlignment.Pair
  let shift: Double
  let options: ComparisonOptions

  /// All differences, in the order of the expected ping's parameters, then of the actual ping's additional parameters.
  var all: [Difference] {
    var names: [String] = []
    var known: Set<String> = []
    for parameter in pair.expected.ping.parameters + pair.actual.ping.parameters
    where known.insert(parameter.name).inserted {
      names.append(parameter.name)
    }
    return names.flatMap(differences)
  }

  private func differences(_ name: String) -> [Difference] {
    let (one, other) = (pair.expected.ping, pair.actual.ping)
    // Some SDK versions omit parameters that others send blank.
    let (expected, seen) = (one.plain(name) ?? "", other.plain(name) ?? "")
    guard expected != seen else { return [] }
    switch FieldComparison.rule(for: name, of: one, options) {
    case .ignored: return []
    case .exact:
      return Self.isSame(expected, seen, name) ? [] : [difference(name, expected, seen)]
    case .seconds:
      guard let left = one.number(name), let right = other.number(name),
        max(abs(left), abs(right)) < SentPing.largestNumber,
        Double(abs(left - right)) <= options.tolerance
      else { return [difference(name, expected, seen)] }
      return []
    case .clock:
      guard let left = one.number(name), let right = other.number(name) else {
        return [difference(name, expected, seen)]
      }
      let delay = Double(right - left) - shift
      guard abs(delay) > options.tolerance else { return [] }
      return [
        difference(
          name,
          expected,
          "\(seen), \(Seconds.text(abs(delay))) \(delay > 0 ? "late" : "early")"
        )
      ]
    case .credit: return credit(expected, seen)
    case .payload:
      let (left, right) = (ComparedPing.contentIDs(of: expected), ComparedPing.contentIDs(of: seen))
      return left == right ? [] : [difference(name, left, right)]
    case .events:
      return haveSameEvents(expected, seen) ? [] : [difference(name, expected, seen)]
    }
  }

  private func difference(_ name: String, _ expected: String, _ seen: String) -> Difference {
    let entry = FieldDictionary.standard.fields(name, of: pair.expected.ping.product.rawValue).first
    return Difference(field: name, title: entry?.title ?? name, expected: expected, seen: seen)
  }

  /// Whether two values of `uoo` have the same meaning, such as `1` and `true`. False for other parameters.
  private static func isSame(_ expected: String, _ seen: String, _ name: String) -> Bool {
    guard name == "uoo" else { return false }
    let out: Set = ["1", "true"]
    return out.contains(expected) == out.contains(seen)
  }

  // MARK: - Parts

  private func credit(_ expected: String, _ seen: String) -> [Difference] {
    guard let left = pair.expected.ping.credit, let right = pair.actual.ping.credit else {
      return [difference("cr", expected, seen)]
    }
    let timeShift = options.ignoresTimeShift ? left.timeShift : right.timeShift
    let parts = [
      ("tag presence", left.presence, right.presence), ("breakout", left.breakout, right.breakout),
      ("time shift", left.timeShift, timeShift), ("kind", left.prefix, right.prefix),
      (left.prefix == "Q" ? "quarter hour" : "segment", "\(left.number)", "\(right.number)"),
      // The day is the broadcast day in the tags, which does not depend on the clock.
      ("day", left.day, right.day),
      ("pattern", left.pattern, right.pattern),
      ("ad model", left.adModel ?? "", right.adModel ?? ""),
    ]
    return parts.filter { $0.1 != $0.2 }.map { name, expected, seen in
      Difference(field: "cr", title: "Credit string, \(name)", expected: expected, seen: seen)
    }
  }

  private func haveSameEvents(_ expected: String, _ seen: String) -> Bool {
    let lists = [expected, seen].map { text in
      text.split(separator: "~").map { $0.split(separator: ",", maxSplits: 1) }
    }
    return lists[0].count == lists[1].count
      && zip(lists[0], lists[1]).allSatisfy { left, right in
        guard left.count == 2, right.count == 2, left[0] == right[0],
          let start = Double(left[1]), let end = Double(right[1])
        else { return left == right }
        return abs(start - end) <= options.tolerance
      }
  }
}
