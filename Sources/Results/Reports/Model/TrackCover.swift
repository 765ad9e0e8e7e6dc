import Conformance
import Records

/// Where tags travel in another rendition that is played together with this one: no gap, and nothing
/// that is missing.
struct TrackCover {
  private static let rule: RuleID = "hls-rendition-missing-tags"

  /// The words for a track without tags that gets its tags from another rendition, by its index.
  private(set) var words: [Int: String] = [:]

  init(_ input: InputReport, results: @autoclosure () -> [RuleResult]) {
    let carrying = input.streams.carrying.renditions
    guard !carrying.isEmpty, let result = results().first(where: { $0.rule == Self.rule }),
      result.state != .notAssessed, result.state != .off
    else { return }
    let findings = input.findings.filter { $0.rule == Self.rule }
    // Not all findings may be listed.
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
      // Of a failed pairing the finding names the variant alone.
      guard !isAudio || result.state == .pass else { continue }
      words[index] = isAudio ? "tags come with video" : "tags come with audio"
    }
  }

  /// The same for a stream of the input.
  func words(of stream: StreamRecord, in input: InputReport) -> String? {
    guard let rendition = stream.rendition,
      let index = input.tracks.firstIndex(where: { $0.rendition == rendition })
    else { return nil }
    return words[index]
  }

  private static func isAudio(_ rendition: String) -> Bool { rendition.hasPrefix("audio/") }
}
