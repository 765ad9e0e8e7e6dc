/// Judges connected devices in a capture.
enum CastingJudges {
  static func flagAndType(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.ordered.filter(\.namesDevice),
      expected: "c71=1 with c72, and no c72 without it",
      seen: { "c71=\($0["c71"]), c72=\($0["c72"])" },
      holds: { $0["c71"] == "1" && !$0["c72"].isEmpty }
    )
  }

  static let types: Set = ["casting", "airplay", "mirroring", "other"]

  static func typeKnown(_ capture: RehearsalCase) -> RehearsalOutcome {
    let pings = capture.ordered.filter { !$0["c72"].isEmpty }
    let others = Set(pings.map { $0["c72"] }).subtracting(types).sorted()
    guard others.isEmpty else {
      let list = others.joined(separator: ", ")
      return .notAssessed(record: "Ask whether c72=\(list) is accepted: no guide names it.")
    }
    return .each(
      pings,
      expected: "c72 is casting, airplay, mirroring or other",
      seen: { "c72=\($0["c72"])" },
      holds: { types.contains($0["c72"]) }
    )
  }

  static func reported(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c71=1 in the first dcr ping after ott 1, and in none after ott 0")
    let changes = capture.actions(.ott)
    for (place, change) in changes.enumerated() {
      let next = place + 1 < changes.count ? changes[place + 1].at : .infinity
      // Playback that a change closes was viewed before it, and the noted times are not exact.
      let made = capture.ordered.filter {
        ($0.isContent || $0.isAd) && $0.isSender && $0.madeAt > change.at + 5
          && $0.madeAt < next - 1
      }
      if change.value == "0" {
        for ping in made {
          verdict.take(ping["c71"] != "1", [ping], "c71=\(ping["c71"]), cr=\(ping["cr"])")
        }
      } else if let first = made.first, first.madeAt < launch(capture, after: change.at) {
        verdict.take(first["c71"] == "1", [first], "c71=\(first["c71"]), cr=\(first["cr"])")
      }
    }
    return verdict.outcome()
  }

  /// When the app was launched again after a time: what is connected then is reported at launch.
  private static func launch(_ capture: RehearsalCase, after time: Double) -> Double {
    capture.actions(.launch).first { $0.at > time }?.at ?? .infinity
  }

  static func atLaunch(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c71=1 in the first viewing after the launch")
    for launch in capture.actions(.launch) {
      let end = capture.actions(.kill).last { $0.at <= launch.at }?.at ?? launch.at
      guard let last = capture.actions(.ott).last(where: { $0.at <= end }), last.value != "0",
        let viewing = capture.viewings.first(where: {
          $0.pings.contains(where: \.isSender) && ($0.pings.first?.madeAt ?? 0) >= launch.at - 1
        })
      else { continue }
      // An app that disconnects at launch says so.
      let isOff = capture.actions(.ott).contains {
        $0.value == "0" && $0.at > end && $0.at <= launch.at + 5
      }
      guard !isOff else { continue }
      let shown = viewing.pings.filter { $0["c71"] == "1" }
      verdict.take(
        !shown.isEmpty,
        shown.isEmpty ? viewing.pings : shown,
        shown.isEmpty ? "c71 blank in c59=\(viewing.id)" : "c71=1, c72=\(shown[0]["c72"])"
      )
    }
    return verdict.outcome()
  }
}

extension RehearsedPing {
  /// Whether it says that a device is connected.
  var namesDevice: Bool { self["c71"] == "1" || !self["c72"].isEmpty }
  /// Whether a receiver made it: a browser to which a sender casts.
  var isReceiver: Bool {
    isFromBrowser && self["c71"] == "1" && self["c72"] == "casting"
  }
  /// Whether an app on the device itself made it.
  var isSender: Bool { !isFromBrowser }
}
