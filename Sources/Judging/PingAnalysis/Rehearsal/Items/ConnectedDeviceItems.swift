extension RehearsalItem {
  static let connecting: [RehearsalItem] = [
    RehearsalItem(
      "ott-flag-and-type",
      "A connected device is reported with a flag and a type",
      expected: "c71=1 with c72, and no c72 without c71=1",
      source: "\(Documents.casting); \(Documents.devices)",
      remedy: "Pass `ottStatus` `1` together with `ottType` and `ottDevice`.",
      record: "Connect a device (AirPlay, Chromecast) while playing.",
      lints: ["c71", "c72"]
    ) { capture, evidence in
      evidence.every(
        capture.ordered.filter(\.namesDevice),
        seen: { "c71=\($0["c71"]), c72=\($0["c72"])" },
        satisfies: { $0["c71"] == "1" && !$0["c72"].isEmpty }
      )
    },
    RehearsalItem(
      "ott-type-known",
      "The device type is documented",
      expected: "c72 is casting, airplay, mirroring or other",
      source: "\(Documents.casting); \(Documents.devices)",
      remedy: "Prefer the documented types: casting, airplay, mirroring, other.",
      record: "Connect a device (AirPlay, Chromecast) while playing."
    ) { capture, evidence in
      let pings = capture.ordered.filter { !$0["c72"].isEmpty }
      let others = Set(pings.map { $0["c72"] }).subtracting(deviceTypes).sorted()
      guard others.isEmpty else {
        let list = others.joined(separator: ", ")
        evidence.record = "Ask whether c72=\(list) is accepted: no guide names it."
        return
      }
      evidence.every(
        pings,
        seen: { "c72=\($0["c72"])" },
        satisfies: { deviceTypes.contains($0["c72"]) }
      )
    },
    RehearsalItem(
      "ott-reported",
      "Pings show whether a device is connected",
      expected: "c71=1 in the first dcr ping after ott 1, and in none after ott 0",
      source: "\(Documents.casting); \(Documents.devices)",
      remedy: "Call `updateOTT` on every route change.",
      record: "Connect a device, disconnect it, note both with --actions, and continue to play."
    ) { capture, evidence in
      let changes = capture.actions(.ott)
      for (place, change) in changes.enumerated() {
        let next = place + 1 < changes.count ? changes[place + 1].time : .infinity
        // A ping triggered by the change covers the time before the change, and the tester's times are not exact.
        let made = capture.ordered.filter {
          ($0.isContent || $0.isAd) && $0.isSender && $0.madeAt > change.time + 5
            && $0.madeAt < next - 1
        }
        if change.isBack {
          for ping in made {
            evidence.take(ping["c71"] != "1", [ping], "c71=\(ping["c71"]), cr=\(ping["cr"])")
          }
        } else if let first = made.first, first.madeAt < launch(capture, after: change.time) {
          evidence.take(first["c71"] == "1", [first], "c71=\(first["c71"]), cr=\(first["cr"])")
        }
      }
    },
    RehearsalItem(
      "ott-at-launch",
      "A device that is connected at launch is reported",
      expected: "c71=1 in the first viewing after the launch",
      source: Documents.casting,
      remedy: "Call `updateOTT` at launch and on foreground.",
      record: """
        Connect a device, kill the app, launch it and play. Record each of these actions with \
        --actions.
        """
    ) { capture, evidence in
      for launch in capture.actions(.launch) {
        let end = capture.actions(.kill).last { $0.time <= launch.time }?.time ?? launch.time
        guard let last = capture.actions(.ott).last(where: { $0.time <= end }), !last.isBack,
          let viewing = capture.viewings.first(where: {
            $0.pings.contains(where: \.isSender) && ($0.pings.first?.madeAt ?? 0) >= launch.time - 1
          })
        else { continue }
        // Skip a launch at which the device was disconnected.
        let isOff = capture.actions(.ott).contains {
          $0.isBack && $0.time > end && $0.time <= launch.time + 5
        }
        guard !isOff else { continue }
        let shown = viewing.pings.filter { $0["c71"] == "1" }
        evidence.take(
          !shown.isEmpty,
          shown.isEmpty ? viewing.pings : shown,
          shown.isEmpty ? "c71 blank in c59=\(viewing.id)" : "c71=1, c72=\(shown[0]["c72"])"
        )
      }
    },
  ]

  private static let deviceTypes: Set = ["casting", "airplay", "mirroring", "other"]

  /// The time of the next launch, in Unix seconds. Infinite if no launch follows. `ott-at-launch` judges the time after
  /// the launch.
  private static func launch(_ capture: RehearsalCase, after time: Double) -> Double {
    capture.actions(.launch).first { $0.time > time }?.time ?? .infinity
  }
}

extension RehearsedPing {
  /// Whether the ping has parameters about a connected device.
  var namesDevice: Bool { self["c71"] == "1" || !self["c72"].isEmpty }
  /// Whether a receiver, which is a browser to which a sender casts, made the ping.
  var isReceiver: Bool {
    isFromBrowser && self["c71"] == "1" && self["c72"] == "casting"
  }
  /// Whether an app on the device made the ping.
  var isSender: Bool { !isFromBrowser }
}
