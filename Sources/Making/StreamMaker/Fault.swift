/// One fault that a stream can be made with, named by the conformance rule it breaks.
public struct Fault: Sendable, Identifiable {
  /// The form that must be made for a fault to show.
  public enum Form: Sendable, Hashable {
    /// A transport stream, or any presentation with tags that it can change.
    case stream
    /// An HLS presentation.
    case presentation
    /// An HLS presentation whose playlists change as time passes.
    case liveChannel
    /// A live channel of HLS that is published in parts.
    case lowLatencyChannel
    /// A live channel of HLS that is published in parts, and the server that has it.
    case lowLatencyServer
    /// An HLS presentation of CMAF fragments.
    case fragments
    /// An event track.
    case eventTrack
    /// A DASH presentation.
    case manifest
    /// A DASH presentation whose manifest changes as time passes.
    case liveManifest

    /// Whether the fault shows only while time passes.
    public var isLive: Bool { self == .liveChannel || self == .liveManifest || isLowLatency }

    /// Whether the fault shows only in DASH.
    public var isOfManifest: Bool { self == .manifest || self == .liveManifest }

    /// Whether the fault shows only in a channel that is published in parts.
    public var isLowLatency: Bool { self == .lowLatencyChannel || self == .lowLatencyServer }
  }

  /// The conformance rule that the fault breaks, in kebab case.
  public let id: String
  /// The error in the stream, in one line.
  public let summary: String
  /// Rules that it always breaks.
  public let alsoBreaks: [String]
  /// The shortest stream that shows the fault, in seconds.
  public let minimumSeconds: Double
  /// The least number of segments in which it shows.
  let minimumSegments: Int
  /// The form that must be made.
  public let form: Form
  let changes: FaultChanges

  init(
    _ id: String,
    _ summary: String,
    alsoBreaks: [String] = [],
    minimumSeconds: Double = 35,
    minimumSegments: Int = 0,
    form: Form = .stream,
    _ changes: FaultChanges
  ) {
    self.id = id
    self.summary = summary
    self.alsoBreaks = alsoBreaks
    self.minimumSeconds = minimumSeconds
    self.minimumSegments = minimumSegments
    self.form = form
    self.changes = changes
  }

  /// The fault with the given rule's name; nil when there is none.
  public init?(_ id: String) {
    guard let fault = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = fault
  }
}

extension Fault: CaseIterable {
  /// Every fault, by group: one for each rule that the bytes of a stream can break.
  ///
  /// The rules of the group `key` have none: only Nielsen can verify them; those of the group `player` have none of
  /// their own, since they follow from what others break; what a template of the group `expect` compares is changed by
  /// those of other groups.
  public static let allCases: [Fault] =
    tagFaults + cadenceFaults + breakFaults + clockFaults + packetFaults + tableFaults + pesFaults
    + playlistFaults + lowLatencyFaults + interstitialFaults + eventFaults + eventTrackFaults
    + manifestFaults + infoFaults
}

extension Fault: Hashable {
  /// Two faults with one name are one fault.
  public static func == (left: Fault, right: Fault) -> Bool { left.id == right.id }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
