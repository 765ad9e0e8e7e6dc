import Conformance
import Testing

/// Settings that change the verdict: severities, limits, and required data.
@Suite struct CheckSettingsTests {
  private func apply(_ text: String, to options: inout CheckOptions) throws {
    var words = text.split(separator: " ").map(String.init)[...]
    while let option = words.popFirst() {
      guard option != "--strict" else {
        options.isStrict = true
        continue
      }
      let value = words.popFirst() ?? ""
      switch option {
      case "--rule": try options.setSeverity(value)
      case "--threshold": try options.setThreshold(value)
      case "--require": options.required.insert(try #require(RequiredPresence(rawValue: value)))
      default: Issue.record("\(option) is not known here")
      }
    }
  }

  @Test(
    "options turn rules off, and change severities and limits",
    arguments: [
      ("cadence-gap", "--rule cadence-gap=off --rule cadence-tag-time-gap=off", Verdict.pass),
      ("cadence-gap", "--rule cadence-gap=info", .warn),
      ("cadence-gap", "--rule cadence-gap=warning --strict", .fail),
      ("cadence-gap", "--threshold cadence-gap.limit=45", .warn),
      ("cadence-gap", "--threshold cadence-gap=45 --rule cadence-tag-time-gap=off", .pass),
      ("cadence-gap", "--threshold cadence-gap.maximum=1", .warn),
      ("tag-count", "", .warn), ("tag-count", "--strict", .fail),
      ("tag-count", "--rule tag-count=error", .fail), ("tag-count", "--require data", .warn),
      ("cadence-info-presence", "--rule cadence-info-presence=off", .pass),
      ("cadence-info-presence", "--rule cadence-info-presence=off --require info", .fail),
    ]
  )
  func rules(fault: String, settings: String, verdict: Verdict) async throws {
    let report = try await MadeStream.shared("--minutes 7 --fault \(fault)").check { options in
      try apply(settings, to: &options)
    }
    #expect(report.verdict == verdict)
  }

  @Test("a rule that is turned off has no findings and the state off")
  func off() async throws {
    let report = try await MadeStream.shared("--minutes 7 --fault cadence-gap").check { options in
      try options.setSeverity("cadence-gap=off")
    }
    #expect(report["cadence-gap"]?.state == .off)
    #expect(report["cadence-gap"]?.found == nil)
    #expect(!report.findings.contains { $0.rule.rawValue == "cadence-gap" })
  }

  @Test("a configuration file has the same effect as options, and options override it")
  func configuration() async throws {
    let stream = try MadeStream.shared("--minutes 7 --fault cadence-gap")
    let json = #"""
      {"strict": true, "require": ["info"],
       "rules": {"cadence-gap": {"limit": 45}, "cadence-tag-time-gap": {"severity": "off"}}}
      """#
    let configuration = try CheckConfiguration(json: Array(json.utf8))
    let configured = try await stream.check { try $0.apply(configuration) }
    #expect(configured.verdict == .pass)
    let stricter = try await stream.check { options in
      try options.apply(configuration)
      try options.setSeverity("cadence-tag-time-gap=warning")
    }
    #expect(stricter.verdict == .fail)
    #expect(stricter["cadence-tag-time-gap"]?.state == .fail)
  }

  @Test(
    "a required item that is missing is reported, and the verdict is then fail or absent",
    arguments: [
      (.data, "", true), (.info, "", true), (.audioRendition, "", true),
      (.allRenditions, "", true), (.audioRendition, "--with audio-only-tags", true),
      (.allRenditions, "--with audio-only-tags", false),
      (.allRenditions, "--fault hls-segment-missing", false),
      (.audioRendition, "--fault hls-tag-outside-segment", false),
      (.info, "--fault cadence-info-presence", false), (.data, "--fault tag-present", false),
    ] as [(RequiredPresence, String, Bool)]
  )
  func required(what: RequiredPresence, options: String, isThere: Bool) async throws {
    let report = try await MadeStream.shared("--minutes 7 --hls \(options)").check {
      $0.required = [what]
    }
    #expect(report.missing == (isThere ? [] : [what]))
    if !isThere { #expect([.fail, .absent].contains(report.verdict)) }
  }
}
