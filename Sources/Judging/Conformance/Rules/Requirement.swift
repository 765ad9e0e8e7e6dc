/// A property of the input that a rule needs. Without it, the rule is not assessed.
public enum Requirement: Sendable, Equatable {
  /// A template of the channel.
  case template
  /// At least one Nielsen tag.
  case tags
  /// A Nielsen tag, or a finding that explains why the input has no tag.
  case tagsOrFindings
  /// At least this number of Nielsen tags in one stream.
  case tagCount(Int)
  /// At least this number of DATA tags in one stream.
  case dataTags(Int)
  /// At least this number of INFO tags in one stream.
  case infoTags(Int)
  /// A transport stream, alone or in segments.
  case transportStream
  /// Fragmented MP4 or event messages.
  case fragmentedMP4
  /// An HLS playlist or a DASH manifest.
  case playlist
  /// An HLS playlist.
  case hlsPlaylist
  /// A DASH manifest.
  case manifest
  /// A playlist, or a finding about joined files, which have no playlist.
  case playlistOrFindings
  /// A live playlist.
  case livePlaylist
  /// Segments that are transport streams.
  case transportStreamSegments
  /// Segments of packed audio.
  case packedAudioSegments
  /// Media: the input is not only text.
  case media
  /// At least two renditions.
  case renditions
  /// At least one tag that can be compared with audio in the same multiplex.
  case audio
  /// A presentation timeline.
  case clock
  /// At least one tag after a program clock reference (PCR).
  case programClock
  /// At least one tag with a time of day.
  case wallClock
  /// A marker that begins or ends an ad break.
  case breaks
  /// At least this number of seconds of content.
  case seconds(Double)
  /// The whole input: it is not live, the user set no limit, and reading did not stop early.
  case wholeInput

  /// Returns why the input does not meet the requirement; nil if the requirement is met. `found` is the rule's number
  /// of findings.
  func missing(in facts: InputFacts, found: Int) -> NotAssessed? {
    if canBeFound, found > 0 { return nil }
    return missing(in: facts)
  }

  /// Whether a finding of the rule also meets the requirement. If so, the requirement is judged after the rule's
  /// `finish`.
  var canBeFound: Bool { self == .tagsOrFindings || self == .playlistOrFindings }

  private func missing(in facts: InputFacts) -> NotAssessed? {
    switch self {
    case .template: facts.hasTemplate ? nil : .noTemplate
    case .tags, .tagsOrFindings: facts.nielsenTags > 0 ? nil : .noTags
    case .tagCount(let count):
      facts.nielsenTags == 0 ? .noTags : facts.mostTags >= count ? nil : .tooFewTags
    case .dataTags(let count):
      facts.tags.data == 0 ? .noTags : facts.mostDataTags >= count ? nil : .tooFewTags
    case .infoTags(let count):
      facts.tags.info == 0 ? .noTags : facts.mostInfoTags >= count ? nil : .tooFewTags
    case .transportStream: facts.summary.media.contains(.transportStream) ? nil : .carriage
    case .fragmentedMP4: facts.summary.media.contains(.fragmentedMP4) ? nil : .carriage
    case .playlist, .playlistOrFindings: facts.summary.playlist != nil ? nil : .carriage
    case .hlsPlaylist: facts.summary.playlist?.format == .hls ? nil : .carriage
    case .manifest: facts.summary.playlist?.format == .dash ? nil : .notRead
    case .livePlaylist: facts.summary.playlist?.isLive == true ? nil : .carriage
    case .transportStreamSegments:
      facts.summary.playlist != nil && facts.summary.media.contains(.transportStream)
        ? nil : .carriage
    case .packedAudioSegments:
      facts.summary.playlist != nil && facts.summary.media.contains(.packedAudio) ? nil : .carriage
    case .media: facts.summary.media == [.text] ? .carriage : nil
    case .renditions: facts.summary.renditions.count > 1 ? nil : .oneRendition
    case .audio: facts.hasAudioReference ? nil : .noAudio
    case .clock: facts.summary.duration != nil ? nil : .noClock
    case .programClock: facts.hasProgramClock ? nil : .noClock
    case .wallClock: facts.hasWallClock ? nil : .noWallClock
    case .breaks: facts.hasBreaks ? nil : .noBreaks
    case .seconds(let seconds):
      // If the content as a whole is long enough, the user excluded the beginning from the check.
      facts.checkedSeconds >= seconds
        ? nil : (facts.summary.duration ?? 0) >= seconds ? .notRead : .tooShort
    case .wholeInput: facts.isWhole ? nil : .notRead
    }
  }
}

/// The reason why a rule was not assessed. Such a rule neither passes nor fails.
public enum NotAssessed: String, Sendable, CaseIterable, Codable {
  /// The rule needs data that only Nielsen can decrypt.
  case needsKey = "needs-key"
  /// The rule needs the watermark in the audio.
  case needsWatermarkDecoder = "needs-watermark-decoder"
  /// The rule does not apply to this kind of input, media or carriage, or the player was not examined with this
  /// carriage.
  case carriage
  /// The input has no Nielsen tag of the kind that the rule judges.
  case noTags = "no-tags"
  /// The input has too few Nielsen tags.
  case tooFewTags = "too-few-tags"
  /// The input is too short for the rule.
  case tooShort = "too-short"
  /// The multiplex has no audio to compare the tags with.
  case noAudio = "no-audio"
  /// The presentation times, or the PCR, are unknown.
  case noClock = "no-clock"
  /// The time of day is unknown.
  case noWallClock = "no-wall-clock"
  /// No marker begins or ends an ad break, or no SCTE-35 section has a splice time.
  case noBreaks = "no-breaks"
  /// The model of the watermark blob is not confirmed for this stream.
  case heuristicUnconfirmed = "heuristic-unconfirmed"
  /// Something that the rule requires was not read, such as a missing segment, a part that the user excluded, the rest
  /// of a live stream, or a manifest.
  case notRead = "not-read"
  /// The rule needs two renditions to compare.
  case oneRendition = "one-rendition"
  /// No template of the channel was given.
  case noTemplate = "no-template"
  /// The template has no value to compare with.
  case notInTemplate = "not-in-template"
}
