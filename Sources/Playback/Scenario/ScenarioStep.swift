/// Something that happens while content is played.
struct ScenarioStep: Sendable, Equatable {
  /// When a step is taken.
  enum Moment: Sendable, Equatable {
    /// Right after `init`, when the app is launched.
    case launch
    /// After `play` and the metadata of the content, before second 0.
    case start
    /// In this second, after its playhead and its tags.
    case second(Int64)
    /// After `end`.
    case end
  }

  enum Action: Sendable, Equatable {
    /// Ads one after the other.
    case ads([Ad])
    /// `pause`, `call`, `alarm`, `headphones`, `lock` or `background`.
    case pause(ViewerAction.Name, seconds: Int64)
    case buffer(seconds: Int64)
    case seek(to: Int64)
    case channel(name: String, content: [String: String]?)
    case kill(seconds: Int64)
    case offline(seconds: Int64)
    case ott([String: String])
    case optOut(Bool)
    /// Played on a receiver with these arguments of `updateOTT`, then on the sender again.
    case cast(seconds: Int64, ott: [String: String])
    /// A page is shown, with these arguments of `loadMetadata`.
    case page(seconds: Int64, metadata: [String: String])
    case end

    /// Whether it can happen while the stream is cast: to the receiver, or to a phone that plays nothing.
    var isPossibleInCast: Bool {
      switch self {
      case .ads, .pause, .buffer, .seek, .offline, .optOut: true
      case .channel, .kill, .ott, .cast, .page, .end: false
      }
    }
  }

  struct Ad: Sendable, Equatable {
    /// The argument of `loadMetadata`.
    var metadata: [String: String]
    /// Its whole seconds.
    var length: Int64
  }

  var moment: Moment
  var action: Action
  /// Where the step is in the script.
  var line: Int
}
