/// The data that must be present for a rule to be assessed.
public enum Requirement: Sendable, Equatable {
  /// The template of the channel.
  case template
  /// A Nielsen tag.
  case tags
  /// A Nielsen tag, or a finding: the rule can explain why there is no tag.
  case tagsOrFindings
  /// This many Nielsen tags in one stream.
  case tagCount(Int)
  /// This many DATA tags in one stream.
  case dataTags(Int)
  /// This many INFO tags in one stream.
  case infoTags(Int)
  /// A transport stream, alone or in segments.
  case transportStream
  /// Fragmented MP4 or event messages.
  case fragmentedMP4
  /// A playlist, or a manifest of DASH.
  case playlist
  /// A playlist of HLS.
  case hlsPlaylist
  /// A manifest of DASH.
  case manifest
  /// A playlist, or a finding: files that are joined have none.
  case playlistOrFindings
  /// A playlist that grows while it is read.
  case livePlaylist
  /// Segments that are transport streams.
  case transportStreamSegments
  /// Segments of audio frames without a container.
  case packedAudioSegments
  /// Media rather than text.
  case media
  /// Two renditions.
  case renditions
  /// Audio beside the tags.
  case audio
  /// A presentation timeline.
  case clock
  /// Program clock references.
  case programClock
  /// Times of day beside the tags.
  case wallClock
  /// A mark that begins or ends an ad break.
  case breaks
  /// At least this many seconds.
  case seconds(Double)
  /// The whole input: not live, no limit of the user's.
  case wholeInput

  /// The reason to give when it is missing; nil when it is there. `found` is what the rule found.
  func missing(in facts: InputFacts, found: Int) -> NotAssessed? {
    if canBeFound, found > 0 { return nil }
    return missing(in: facts)
  }

  /// Whether a finding can represent what is asked for: that is known at the end.
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
      // The part before the start that the user chose exists, and was not read.
      facts.checkedSeconds >= seconds
        ? nil : (facts.summary.duration ?? 0) >= seconds ? .notRead : .tooShort
    case .wholeInput: facts.isWhole ? nil : .notRead
    }
  }
}

/// Why a rule was not assessed: neither a pass nor a failure.
public enum NotAssessed: String, Sendable, CaseIterable, Codable {
  /// Only Nielsen can decrypt it.
  case needsKey = "needs-key"
  /// It would need the watermark in the audio.
  case needsWatermarkDecoder = "needs-watermark-decoder"
  /// The rule is about another carriage.
  case carriage
  /// No Nielsen tag to judge.
  case noTags = "no-tags"
  /// Too few Nielsen tags to judge.
  case tooFewTags = "too-few-tags"
  /// The input is shorter than the rule's period.
  case tooShort = "too-short"
  /// No audio to compare with.
  case noAudio = "no-audio"
  /// The presentation time is unknown.
  case noClock = "no-clock"
  /// The time of day is unknown.
  case noWallClock = "no-wall-clock"
  /// Nothing marks an ad break.
  case noBreaks = "no-breaks"
  /// The model of the watermark blob does not fit this stream.
  case heuristicUnconfirmed = "heuristic-unconfirmed"
  /// A part of the input was not read: missing, limited by the user, or not given.
  case notRead = "not-read"
  /// Comparison needs two renditions.
  case oneRendition = "one-rendition"
  /// No template of the channel was given.
  case noTemplate = "no-template"
  /// The template leaves out what would be compared.
  case notInTemplate = "not-in-template"
}
