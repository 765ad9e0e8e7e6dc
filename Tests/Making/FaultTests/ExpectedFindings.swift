import Conformance
import Testing

/// The findings that `check` must report for a stream with a fault.
struct ExpectedFindings: Sendable, CustomStringConvertible {
  /// The id of the fault, and of the rule that it breaks.
  let fault: String
  /// The state of the rule; `pass` if its findings are only information.
  let state: RuleResult.State
  /// The other rules with findings, because the fault necessarily breaks them.
  let others: Set<String>
  /// The players that miss a tag because of the fault, or show it at the wrong time.
  let players: Set<String>

  var description: String { fault }

  /// All rules with findings.
  var rules: Set<String> { others.union(players.map { "player-\($0)" }).union([fault]) }

  private init(
    _ fault: String,
    _ state: RuleResult.State,
    also others: Set<String> = [],
    missedBy players: Set<String> = []
  ) {
    self.fault = fault
    self.state = state
    self.others = others
    self.players = players
  }

  private static let tag: [ExpectedFindings] = [
    .init("tag-present", .fail, also: ["tag-count"]),
    .init("tag-count", .warn),
    .init("tag-layout", .fail),
    .init("tag-encoding", .fail),
    .init("tag-header", .warn, missedBy: ["gpac"]),
    .init("tag-trailer", .fail),
    .init("tag-extra-frames", .warn, also: ["tag-header"], missedBy: ["gpac"]),
    .init(
      "tag-truncated",
      .fail,
      also: ["cadence-gap", "cadence-tag-time-gap", "tag-sequence"],
      missedBy: ["avplayer", "ffmpeg", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("tag-trailing-bytes", .warn),
    .init("tag-checksum", .warn),
    .init("tag-type", .pass),
    .init("tag-sequence", .warn),
    .init("tag-duplicate", .warn, also: ["cadence-overlap", "tag-sequence"]),
    .init("tag-breakout", .fail),
    .init("tag-offset-null-cid", .fail, also: ["tag-cid-change"]),
    .init("tag-offset-range", .warn, also: ["tag-cid-change"]),
    .init("tag-null-cids", .warn, also: ["tag-cid-change"]),
    .init("tag-cid-change", .pass),
    .init("tag-cid-alternation", .warn, also: ["tag-cid-change"]),
    .init("tag-cid-conflict", .warn, missedBy: ["hlsjs", "media3", "shaka"]),
    .init("tag-stale-elemental-timestamp", .warn),
  ]
  private static let cadence: [ExpectedFindings] = [
    .init("cadence-gap", .fail, also: ["cadence-tag-time-gap"]),
    .init("cadence-tag-time-gap", .warn),
    .init("cadence-overlap", .warn),
    .init("cadence-tag-duration", .warn),
    .init("cadence-short-unfilled", .pass),
    .init("cadence-start", .fail),
    .init("cadence-end", .fail),
    .init("cadence-info-presence", .fail),
    .init("cadence-info-interval", .fail),
    .init("cadence-info-early", .pass),
  ]
  private static let breaks: [ExpectedFindings] = [
    .init("ad-break-duration", .warn),
    .init("ad-break-no-return", .warn),
    .init("ad-break-tag-continuity", .warn, also: ["cadence-gap", "cadence-tag-time-gap"]),
    .init(
      "ssai-ad-carries-foreign-cid",
      .warn,
      also: ["tag-cid-alternation", "tag-cid-change"]
    ),
    .init("splice-malformed", .warn),
    .init("splice-time", .warn),
  ]
  private static let clock: [ExpectedFindings] = [
    .init("clock-audio-distance", .fail),
    .init("clock-audio-frame", .pass),
    .init("clock-pts-backward", .fail, missedBy: ["hlsjs", "media3", "muxjs", "shaka"]),
    .init("clock-pts-jump", .warn, missedBy: ["hlsjs", "media3", "muxjs", "shaka"]),
    .init("clock-tag-rate", .warn),
    .init("clock-tag-drift", .warn),
    .init("clock-offset-rate", .warn),
    .init("clock-offset-backward", .warn, also: ["clock-offset-rate"]),
    .init("clock-tag-date", .pass),
    .init("clock-wall", .pass),
    .init("clock-late-arrival", .warn),
    .init(
      "clock-estimated",
      .pass,
      also: ["pes-pts-missing"],
      missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]
    ),
  ]
  private static let transport: [ExpectedFindings] = [
    .init("ts-sync", .warn, missedBy: ["hlsjs", "media3", "shaka"]),
    .init("ts-packet-size", .pass, missedBy: ["hlsjs", "media3", "muxjs", "shaka"]),
    .init("ts-leading-id3", .pass),
    .init("ts-continuity", .fail),
    .init("ts-duplicate-packet", .pass),
    .init("ts-transport-error", .fail),
    .init("ts-scrambled", .fail),
    .init("ts-pcr-on-metadata", .warn),
    .init("ts-pid-flood", .warn, also: ["pmt-declared-empty"]),
    .init("ts-id3-pid-shared", .pass),
    .init("ts-program-missing-tags", .warn),
    .init(
      "psi-missing",
      .fail,
      also: ["pmt-undeclared"],
      missedBy: ["avplayer", "ffmpeg", "gpac", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("psi-crc", .fail),
    .init("psi-interval", .pass),
    .init(
      "pmt-stream-type",
      .warn,
      missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("pmt-metadata-descriptor", .fail, missedBy: ["avplayer"]),
    .init("pmt-metadata-pointer", .warn, missedBy: ["avplayer"]),
    .init("pmt-misplaced-descriptor", .fail),
    .init(
      "pmt-undeclared",
      .fail,
      also: ["pmt-unstable"],
      missedBy: ["avplayer", "ffmpeg", "gpac", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("pmt-declared-empty", .warn),
    .init("pmt-same-program", .fail, missedBy: ["hlsjs", "muxjs", "shaka"]),
    .init("pmt-unstable", .warn, missedBy: ["media3"]),
    .init("pmt-pid", .warn),
    .init(
      "pes-pts-missing",
      .fail,
      also: ["clock-estimated"],
      missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("pes-stream-id", .warn, missedBy: ["avplayer"]),
    .init("pes-mau-header", .fail, missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]),
    .init("pes-alignment", .fail, missedBy: ["media3"]),
    .init("pes-length", .fail, missedBy: ["media3"]),
    .init("pes-dts", .warn),
    .init("pes-marker-bits", .warn),
    .init("pes-multiple-tags", .warn),
    .init("pes-split-tag", .warn, missedBy: ["hlsjs", "shaka"]),
    .init("pes-payload-start", .fail, missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]),
    .init("pes-empty", .warn),
    .init(
      "ffmpeg-stripped-header",
      .fail,
      missedBy: ["avplayer", "ffmpeg", "gpac", "hlsjs", "media3", "muxjs", "shaka"]
    ),
  ]
  private static let hls: [ExpectedFindings] = [
    .init(
      "hls-rendition-missing-tags",
      .fail,
      missedBy: ["avplayer", "ffmpeg", "gpac", "hlsjs", "media3", "muxjs", "shaka"]
    ),
    .init("hls-rendition-mismatch", .warn),
    .init("hls-segment-missing", .fail),
    .init("hls-segment-gap", .pass),
    .init("hls-segment-cut", .fail, also: ["psi-interval"]),
    .init("hls-segment-duration", .warn),
    .init("hls-segment-media", .fail),
    .init("hls-date-jump", .warn),
    .init("hls-playlist-invalid", .fail),
    .init("hls-segment-psi", .fail, also: ["psi-interval"]),
    .init(
      "hls-segment-undeclared",
      .warn,
      also: ["pmt-undeclared", "pmt-unstable"],
      // The other players show the tag of the audio rendition.
      missedBy: ["muxjs", "shaka"]
    ),
    .init("hls-single-program", .fail),
    .init("hls-tag-outside-segment", .warn),
    .init("hls-tag-split", .fail, missedBy: ["shaka"]),
    .init(
      "hls-discontinuity-undeclared",
      .fail,
      also: ["clock-pts-jump"],
      missedBy: ["hlsjs", "media3", "muxjs"]
    ),
    .init("hls-packed-audio-timestamp", .fail),
    .init("hls-interstitial-without-tags", .pass),
    .init("hls-interstitial-replaces-tags", .warn, also: ["hls-interstitial-without-tags"]),
  ]
  private static let cmaf: [ExpectedFindings] = [
    .init("emsg-version", .fail, missedBy: ["avplayer", "hlsjs", "media3"]),
    .init("emsg-scheme", .fail, missedBy: ["avplayer", "hlsjs", "media3"]),
    .init("emsg-message-data", .fail, missedBy: ["avplayer", "hlsjs", "media3", "muxjs", "shaka"]),
    .init("emsg-malformed", .fail),
    .init("emsg-position", .fail),
    .init("emsg-time-range", .warn),
    .init("emsg-timescale", .fail),
    .init("emsg-duration", .pass),
    .init("emsg-id-reuse", .fail),
    .init("emsg-duplicate", .pass),
    .init("emsg-brand", .pass),
    .init("event-track-read", .fail),
    .init(
      "event-track-empty",
      .warn,
      also: ["cadence-gap", "cadence-tag-time-gap", "event-track-read", "tag-count"]
    ),
    .init("event-track-duration", .pass, also: ["event-track-read"]),
    .init("mpd-inband-event", .fail, missedBy: ["dashjs", "media3", "shaka"]),
    .init("mpd-inband-value", .fail),
    .init("mpd-period-loses-inband", .fail),
    .init("mpd-event-adaptation-set", .fail),
    .init("mpd-event-period", .warn),
    .init(
      "emsg-missing-in-representation",
      .fail,
      also: ["cadence-gap", "cadence-tag-time-gap", "hls-rendition-mismatch"]
    ),
  ]
  private static let info: [ExpectedFindings] = [
    .init("info-cids-null", .fail),
    .init("info-offsets-zero", .fail, also: ["tag-offset-null-cid"]),
    .init("info-tag-times", .pass),
  ]

  /// Faults that files show.
  static let ofFiles = tag + cadence + breaks + clock + transport + hls + cmaf + info

  static let ofLiveChannels: [ExpectedFindings] = [
    .init("hls-playlist-stale", .warn),
    .init("hls-window-missed", .warn, also: ["hls-playlist-stale"]),
    .init("hls-ll-part-metadata", .warn),
    .init("hls-ll-part-target", .warn),
    .init("hls-ll-audio-no-parts", .warn),
    .init("mpd-clock-moved", .warn),
    .init("mpd-clock-drift", .warn),
    .init("hls-ll-blocking-reload", .warn),
  ]
}

extension ExpectedFindings {
  /// Expects the findings of the fault, and no other findings, in a report.
  func expect(_ report: CheckReport) {
    let found = Set(report.findings.map(\.rule.rawValue))
    #expect(found == rules, "\(self): \(report.findings)")
    #expect(report[fault]?.state == state, "\(self)")
    #expect(report.failure == nil, "\(self)")
    let states = Set(report.rules.map(\.state))
    let verdict: Verdict = states.contains(.fail) ? .fail : states.contains(.warn) ? .warn : .pass
    #expect(report.verdict == (fault == "tag-present" ? .absent : verdict), "\(self)")
    for result in report.rules where !rules.contains(result.rule.rawValue) {
      // Some players miss tags even in a correct stream, such as FFmpeg before 6.1.
      let isOfPlayer = result.rule.rawValue.hasPrefix("player-") && result.state == .info
      #expect([.pass, .notAssessed].contains(result.state) || isOfPlayer, "\(self): \(result)")
    }
  }
}
