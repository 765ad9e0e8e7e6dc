/// The first-party id, which stays the same through an app session.
struct IdentityLint {
  private struct Seen {
    var id: RememberedText
    var created: Int64?
    var reference: PingReference
  }

  private static let renewalSeconds: Int64 = 180 * 86_400

  private var seen: Seen?

  mutating func findings(in ping: SentPing, _ reference: PingReference) -> [PingFinding] {
    // Opted-out pings have none.
    guard !ping.isOptedOut, let value = ping["fp_id"] else { return [] }
    let now = Seen(
      id: RememberedText(value),
      created: ping.number("fp_cr_tm"),
      reference: reference
    )
    defer { seen = now }
    guard let seen, seen.id != now.id, !Self.isRenewal(seen, now) else { return [] }
    return [
      PingFinding("fpid-changed", .error, "fp_id", Self.message(seen, now))
    ]
  }

  /// An id is renewed after 180 days. A ping from the queue can still have the old one.
  private static func isRenewal(_ one: Seen, _ other: Seen) -> Bool {
    guard let first = one.created, let second = other.created else { return false }
    return abs(first - second) >= renewalSeconds
  }

  private static func message(_ old: Seen, _ new: Seen) -> String {
    let remedy = "the id is kept through an app session; set enableFpid once, when the SDK starts"
    if new.id.isEmpty {
      return "the first-party id is blank, \(old.reference.words) has one: \(remedy)"
    }
    if old.id.isEmpty {
      return "the first-party id is set, \(old.reference.words) has it blank: \(remedy)"
    }
    return
      "is another first-party id than that of \(old.reference.words), which is younger than 180 days:"
      + " \(remedy)"
  }
}
