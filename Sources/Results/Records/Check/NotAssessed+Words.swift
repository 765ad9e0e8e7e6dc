import Conformance

extension NotAssessed {
  /// The reason in words.
  package var words: String {
    switch self {
    case .needsKey: "needs Nielsen's key"
    case .needsWatermarkDecoder: "needs a watermark decoder"
    case .carriage: "about another carriage"
    case .noTags: "no tags to judge"
    case .tooFewTags: "too few tags"
    case .tooShort: "input too short"
    case .noAudio: "no audio to compare with"
    case .noClock: "no clock"
    case .noWallClock: "no time of day"
    case .noBreaks: "no mark of an ad break"
    case .heuristicUnconfirmed: "the watermark fields do not fit this stream"
    case .notRead: "not read, or not given"
    case .oneRendition: "only one rendition"
    case .noTemplate: "no template given"
    case .notInTemplate: "not in the template"
    }
  }
}
