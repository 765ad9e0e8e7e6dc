import Conformance
import StreamMaker
import Testing

/// Streams made with a fault: `check` finds it by exactly the rules that should find it.
@Suite struct FoundFaultTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("every fault has its row, and what else it breaks is said there")
  func rows() {
    let rows = ExpectedFindings.ofFiles + ExpectedFindings.ofLiveChannels
    #expect(Set(rows.map(\.fault)) == Set(Fault.allCases.map(\.id)))
    #expect(rows.count == Fault.allCases.count)
    for row in rows {
      let fault = Fault(row.fault)
      #expect(fault.map { Set($0.alsoBreaks) } == row.others, "\(row)")
      #expect(fault.map { $0.form == .liveChannel } == (row.fault.isOfLiveChannels))
    }
  }

  @Test("every rule that a stream can break has a fault")
  func rules() {
    let made = Set(Fault.allCases.map(\.id))
    let others = RuleDescription.all.filter { !made.contains($0.id.rawValue) }
    // No MPD is made; only Nielsen could tell; what players miss follows from what others break.
    #expect(
      others.allSatisfy {
        $0.id.rawValue == "mpd-inband-event" || $0.traits.group == .key
          || $0.traits.group == .player
      },
      "\(others.map(\.id))"
    )
    #expect(made.isSubset(of: RuleDescription.all.map(\.id.rawValue)))
  }

  @Test(
    "a fault is found by the rules that should find it, and by no other",
    arguments: ExpectedFindings.ofFiles
  )
  func files(row: ExpectedFindings) throws {
    let fault = try #require(Fault(row.fault))
    let (output, input) =
      switch fault.form {
      case .stream: ("-o a.ts", "a.ts")
      case .presentation, .liveChannel: ("--hls out", "out/master.m3u8")
      case .fragments: ("--hls out --cmaf", "out/master.m3u8")
      }
    let outcome = try shell.run(
      """
      id3tap make --media '\(Shell.media)' --minutes 7 --fault \(row.fault) \(output) || exit 70
      id3tap check --format jsonl \(input)
      """
    )
    try expect(row, outcome)
  }

  @Test("faults of live channels are found while they are read")
  func liveChannels() throws {
    // Sound alone: with picture a segment would end with a group of pictures, and last ten seconds.
    let outcome = try shell.run(
      """
      id3tap make --media '\(Shell.media)' --minutes 0.2 --hls sound >&2 || exit 70
      for fault in \(ExpectedFindings.ofLiveChannels.map(\.fault).joined(separator: " ")); do
        id3tap make --media sound/audio/00000.aac --minutes 0.32 --segment-seconds 1 --variants 1 \
          --live --fault $fault --hls $fault --serve 0 2> $fault.talk &
        echo $! > $fault.pid
      done
      for fault in \(ExpectedFindings.ofLiveChannels.map(\.fault).joined(separator: " ")); do
        until [ -e $fault/master.m3u8 ] && grep -q m3u8 $fault.talk; do sleep 0.1; done
        url=$(grep -o 'http://[^ ]*m3u8' $fault.talk)
        id3tap check --format jsonl $url > $fault.jsonl &
        echo $! > $fault.check
      done
      for fault in \(ExpectedFindings.ofLiveChannels.map(\.fault).joined(separator: " ")); do
        tail --pid=$(cat $fault.check) -f /dev/null
        kill -TERM $(cat $fault.pid)
        cat $fault.jsonl
      done
      """
    )
    let reports = try outcome.reports()
    try #require(reports.count == ExpectedFindings.ofLiveChannels.count, "\(outcome)")
    for (row, report) in zip(ExpectedFindings.ofLiveChannels, reports) {
      expect(row, report)
    }
  }

  // MARK: - What is expected

  private func expect(_ row: ExpectedFindings, _ outcome: Shell.Outcome) throws {
    let report = try outcome.report()
    expect(row, report)
    #expect(outcome.status == (["fail", "absent"].contains(report.verdict) ? 1 : 0))
    #expect(outcome.errors.isEmpty || row.fault.hasPrefix("hls-"), "\(outcome.errors)")
  }

  private func expect(_ row: ExpectedFindings, _ report: CheckedInput) {
    #expect(Set(report.findings.map(\.rule)) == row.rules)
    let rule = report[row.fault]
    #expect(rule?.state == row.state.rawValue)
    let states = Set(report.rules.map(\.state))
    let verdict = states.contains("fail") ? "fail" : states.contains("warn") ? "warn" : "pass"
    #expect(report.verdict == (row.fault == "tag-present" ? "absent" : verdict))
    for rule in report.rules where !row.rules.contains(rule.rule) {
      #expect(["pass", "not-assessed"].contains(rule.state), "\(rule)")
    }
  }
}

extension String {
  fileprivate var isOfLiveChannels: Bool {
    ExpectedFindings.ofLiveChannels.contains { $0.fault == self }
  }
}
