import TestSupport
import Testing

/// `id3tap check` of clean and faulty streams in each form. `FaultTests` checks all faults without the command.
@Suite(.ownThread) struct FoundFaultTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "the report of a clean or faulty stream has findings of exactly the expected rules",
    arguments: [
      (fault: "", form: "", verdict: "pass", rules: []),
      (
        fault: "", form: "--hls --cmaf --with byte-ranges --with encrypt", verdict: "pass",
        rules: []
      ),
      (
        fault: "pes-mau-header", form: "", verdict: "fail",
        rules: [
          "pes-mau-header", "player-avplayer", "player-hlsjs", "player-media3", "player-muxjs",
          "player-shaka",
        ]
      ),
      (
        fault: "hls-segment-psi", form: "--hls", verdict: "fail",
        rules: ["hls-segment-psi", "psi-interval"]
      ),
      (
        fault: "emsg-id-reuse", form: "--hls --cmaf", verdict: "fail",
        rules: ["emsg-id-reuse"]
      ),
    ] as [(fault: String, form: String, verdict: String, rules: Set<String>)]
  )
  func files(fault: String, form: String, verdict: String, rules: Set<String>) throws {
    let words = ["--minutes 7", form, fault.isEmpty ? "" : "--fault \(fault)"]
    try shell.link("a", to: words.filter { !$0.isEmpty }.joined(separator: " "))
    let outcome = try shell.run(
      "id3tap check --format jsonl \(form.contains("--hls") ? "a/master.m3u8" : "a")"
    )
    let report = try outcome.report()
    #expect(Set(report.findings.map(\.rule)) == rules, "\(report.findings)")
    #expect(report.verdict == verdict)
    #expect(outcome.status == (verdict == "fail" ? 1 : 0))
    #expect(outcome.errors == "")
  }

  @Test("a fault of a live channel is found while the channel runs")
  func liveChannel() throws {
    // The channel has only audio: with video, a segment would last a whole GOP of ten seconds.
    try shell.link("sound", to: "--minutes 0.2 --hls")
    let outcome = try shell.run(
      """
      mkfifo talk
      id3tap make --media sound/audio/00000.aac --minutes 0.64 --segment-seconds 2 --variants 1 \
        --live --fault hls-window-missed --hls live --serve 0 2> talk &
      exec 3< talk
      while read -r line <&3; do
        url=$(grep -o 'http://[^ ]*m3u8' <<< "$line") && break
      done
      id3tap check --format jsonl "$url"
      kill -TERM $!; wait $!
      """
    )
    let report = try outcome.report()
    #expect(Set(report.findings.map(\.rule)) == ["hls-window-missed", "hls-playlist-stale"])
    #expect(report["hls-window-missed"]?.state == "warn")
    #expect(report.verdict == "warn")
  }
}
