/// The pings of one app session, in order.
struct ComparedSession {
  var pings: [ComparedPing]

  /// The products that are compared. For other products, corresponding pings cannot be identified.
  static let products: [SentPing.Product] = [
    .session, .dtvr, .id3, .tsv, .dcr, .page, .error,
  ]

  /// Groups pings by app session. A ping without a session id joins the session of the preceding ping, or the first
  /// session. `others` counts pings of products that are not compared.
  static func sessions(of pings: [SentPing]) -> (sessions: [ComparedSession], others: Int) {
    let compared = pings.enumerated().filter { products.contains($0.element.product) }
    var latest = compared.lazy.compactMap(\.element.session).first ?? ""
    let groups = compared.grouped { _, ping in
      latest = ping.session ?? latest
      return latest
    }
    let sessions = groups.map { group in
      ComparedSession(pings: group.elements.map { ComparedPing($0.element, order: $0.offset) })
    }
    return (sessions, pings.count - compared.count)
  }

  private var identities: [ComparedPing.Identity: Int] {
    pings.reduce(into: [:]) { $0[$1.identity, default: 0] += 1 }
  }

  // MARK: - Pairing

  /// The maximum number of session pairs for which the best pairing is computed. Above it, sessions are paired by
  /// index.
  private static let pairingLimit = 250_000

  /// Pairs the sessions of two runs, keeping their order, so that the total similarity is highest.
  static func pairs(
    _ expected: [ComparedSession],
    _ actual: [ComparedSession]
  ) -> [(expected: Int?, actual: Int?)] {
    guard expected.count * actual.count <= pairingLimit else {
      return (0..<max(expected.count, actual.count)).map {
        ($0 < expected.count ? $0 : nil, $0 < actual.count ? $0 : nil)
      }
    }
    let left = expected.map(\.identities)
    let right = actual.map(\.identities)
    let width = right.count + 1
    // best[i, j] is the best total score for the sessions from index i and index j onwards.
    var best = [Int](repeating: 0, count: (left.count + 1) * width)
    func score(_ i: Int, _ j: Int) -> Int {
      1 + 10 * left[i].reduce(0) { $0 + min($1.value, right[j][$1.key] ?? 0) }
    }
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        best[i * width + j] = max(
          best[(i + 1) * width + j + 1] + score(i, j),
          best[(i + 1) * width + j],
          best[i * width + j + 1]
        )
      }
    }
    var pairs: [(expected: Int?, actual: Int?)] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let here = best[i * width + j]
      if here == best[(i + 1) * width + j + 1] + score(i, j) {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if here == best[(i + 1) * width + j] {
        pairs.append((i, nil))
        i += 1
      } else {
        pairs.append((nil, j))
        j += 1
      }
    }
    return pairs + (i..<left.count).map { ($0, nil) } + (j..<right.count).map { (nil, $0) }
  }
}
