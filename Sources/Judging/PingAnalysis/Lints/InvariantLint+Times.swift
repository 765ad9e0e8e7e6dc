extension InvariantLint {
  private static let day: Int64 = 86_400

  static let times: [String: Check] = [
    "fpid-access": { ping in
      guard ping.plain("fp_id") != nil, let made = ping.number("fp_cr_tm"),
        let read = ping.number("fp_acc_tm"), read < made
      else { return nil }
      return ("fp_acc_tm", "is \(made - read) s before fp_cr_tm, when the id was made")
    },
    "fpid-age": { ping in
      guard ping.plain("fp_id") != nil, let made = ping.number("fp_cr_tm"),
        let created = ping.number("c61"), made < created - 180 * day
      else { return nil }
      return ("fp_cr_tm", "the first-party id is older than 180 days")
    },
    "session-before-ping": { ping in
      guard let session = time(atEndOf: ping.plain("sessionId")),
        let created = ping.number("c61"), session > created
      else { return nil }
      return ("c61", "is before the start of the app session in sessionId (\(session))")
    },
    "player-id-time": { ping in
      guard let player = ping.plain("c29"), player.utf8.count == 17,
        let made = Int64(player.prefix(10)), let session = time(atEndOf: ping.plain("sessionId")),
        made < session
      else { return nil }
      return ("c29", "was made before the start of the app session in sessionId (\(session))")
    },
    "viewing-session-before-start": { ping in
      guard let session = time(atEndOf: ping.plain("c59")), let started = ping.number("c64"),
        session > started
      else { return nil }
      return ("c64", "is before the start of the viewing session in c59 (\(session))")
    },
    "create-before-send": { ping in
      guard let sent = ping.number("c62"), let created = ping.number("c61"), sent < created else {
        return nil
      }
      return ("c62", "is before c61, when the ping was made (\(created))")
    },
    "queued-shows-retry": { ping in
      guard let text = ping["sdd"], let sent = ping.number("c62"), let created = ping.number("c61"),
        sent - 60 > created, text.hasPrefix("retry,0~~") || text == "retry,0"
      else { return nil }
      return ("sdd", "has retry 0, but the ping was sent long after it was made (c61, c62)")
    },
    "rnd-is-creation": { ping in
      guard let text = ping.plain("rnd"), text.utf8.count == 13, let number = Int64(text),
        let sent = ping.number("c62"), let created = ping.number("c61"), created <= sent,
        !(created...sent).contains(number / 1000)
      else { return nil }
      return ("rnd", "is not between c61 and c62")
    },
    "start-before-create": { ping in
      guard let started = ping.number("c64"), let created = ping.number("c61"), started > created
      else { return nil }
      return ("c64", "is after c61, when the ping was made (\(created))")
    },
    "time-fits-clock": { ping in
      guard ping["at"] == "timer", let seconds = ping.number("c27"),
        let started = ping.number("c64"), let created = ping.number("c61"), started <= created,
        seconds - 1 > created - started
      else { return nil }
      return (
        "c27",
        "\(seconds) s spent, but only \(created - started) s elapsed from c64 to c61"
      )
    },
    // If an ad is paused, more time passes than is played, and a single ping does not show the pause. `time-fits-clock`
    // finds impossible values.
    "ad-time-exact": { _ in nil },
    "view-has-no-time": { ping in
      guard ping["davty"] == "0", let seconds = ping.number("c27"), seconds != 0 else { return nil }
      return ("c27", "\(seconds) s, but must be 0 with davty 0 (view or impression)")
    },
    "segment-limit": { ping in
      guard ["timer", "sfview"].contains(ping["at"]), let seconds = ping.number("c27"),
        seconds > 300
      else { return nil }
      return ("c27", "\(seconds) s: a segment has at most 300 s")
    },
  ]

  /// The Unix seconds in the last ten characters of an id. Nil if there are none.
  private static func time(atEndOf id: String?) -> Int64? {
    guard let id, id.utf8.count >= 10 else { return nil }
    return Int64(id.suffix(10))
  }
}
