import Conformance
import Records

/// Finds tracks that need no tags, because players play them together with a rendition that carries the tags.
struct TrackCover {
  private static let rule: RuleID = "hls-rendition-missing-tags"

  /// For each track whose tags another rendition carries, words such as `tags come with video`. The key is the index of
  /// the track.
  private(set) var words: [Int: String] = [:]

  init(_ input: InputReport, results: @autoclosure () -> [RuleResult]) {
    let carrying = input.streams.carrying.renditions
    guard !carrying.isEmpty, let result = results().first(where: { $0.rule == Self.rule }),
      result.state != .notAssessed, result.state != .off
    else { return }
    let findings = input.findings.filter { $0.rule == Self.rule }
    // If the record does not have all findings of the rule, the renditions that lack tags are unknown.
    guard result.state == .pass || result.found.map({ $0 <= findings.count }) ?? false else {
      return
    }
    let blamed = Set(findings.map(\.place.rendition))
    for (index, track) in input.tracks.enumerated() {
      guard let rendition = track.rendition, track.tags.data + track.tags.info == 0,
        !carrying.contains(rendition), !blamed.contains(rendition)
      else { continue }
      let isAudio = Self.isAudio(rendition)
      guard carrying.contains(where: { Self.isAudio($0) != isAudio }) else { continue }
      // If the rule did not pass, its findings name only variants, so it is unknown which audio renditions lack tags.
      guard !isAudio || result.state == .pass else { continue }
      words[index] = isAudio ? "tags come with video" : "tags come with audio"
    }
  }

  /// Words about the rendition that carries a stream's tags. Nil if the stream needs no other rendition, or if this is
  /// unknown.
  func words(of stream: StreamRecord, in input: InputReport) -> String? {
    guard let rendition = stream.rendition,
      let index = input.tracks.firstIndex(where: { $0.rendition == rendition })
    else { return nil }
    return words[index]
  }

  private static func isAudio(_ rendition: String) -> Bool { rendition.hasPrefix("audio/") }
}
