import NielsenTag
import TransportStream

/// A fault for made streams, named after the conformance rule that it breaks.
public struct Fault: Sendable, Identifiable {
  /// The kind of output that shows a fault.
  public enum Form: Sendable, Hashable {
    /// A transport stream, or an HLS presentation with transport stream segments. Other outputs show the fault only if
    /// it changes nothing but tags.
    case stream
    /// An HLS presentation. A DASH presentation shows the fault only if it changes no playlist.
    case presentation
    /// A live HLS channel, because the fault is in playlist updates.
    case liveChannel
    /// A live HLS channel published in parts (LL-HLS).
    case lowLatencyChannel
    /// A live HLS channel published in parts, together with its server.
    case lowLatencyServer
    /// An HLS or DASH presentation of CMAF fragments.
    case fragments
    /// An event track.
    case eventTrack
    /// A DASH presentation.
    case manifest
    /// A live DASH presentation, because the fault is in manifest updates.
    case liveManifest

    /// Whether the fault shows only in live channels.
    public var isLive: Bool { self == .liveChannel || self == .liveManifest || isLowLatency }

    /// Whether the fault shows only in DASH.
    public var isOfManifest: Bool { self == .manifest || self == .liveManifest }

    /// Whether the fault shows only in channels published in parts.
    public var isLowLatency: Bool { self == .lowLatencyChannel || self == .lowLatencyServer }
  }

  /// The id of the rule that the fault breaks, in kebab case.
  public let id: String
  /// A one-line description of the fault in the stream.
  public let summary: String
  /// The ids of other rules that the fault also breaks.
  public let alsoBreaks: [String]
  /// The minimum duration of a stream that shows the fault, in seconds.
  public let minimumSeconds: Double
  /// The minimum number of segments of a stream that shows the fault.
  let minimumSegments: Int
  /// The kind of output that shows the fault.
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

  /// The fault that breaks the rule with this id. Nil if there is none.
  public init?(_ id: String) {
    guard let fault = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = fault
  }
}

extension Fault: CaseIterable {
  /// All faults, by group: one for each rule that the bytes of a stream can break. Three groups of rules have no
  /// faults. Only Nielsen can verify the rules of `key`. The rules of `player` and `expect` fail as a result of other
  /// faults.
  public static let allCases: [Fault] =
    tagFaults + cadenceFaults + breakFaults + clockFaults + packetFaults + tableFaults + pesFaults
    + playlistFaults + lowLatencyFaults + interstitialFaults + eventFaults + eventTrackFaults
    + manifestFaults + infoFaults
}

extension Fault: Hashable {
  /// Whether two faults have the same id.
  public static func == (left: Fault, right: Fault) -> Bool { left.id == right.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The changes of a fault, one for each step of making a stream. A nil change has no effect.
struct FaultChanges: Sendable {
  /// Returns the tags that replace a planned tag. The second argument is the duration of the stream, in seconds.
  var plan: (@Sendable (PlannedTag, Double) -> [PlannedTag])?
  /// Changes the content of a tag after it was given its sequence number.
  var content: (@Sendable (inout TagContent, PlannedTag) -> Void)?
  /// Changes the content of a tag that repeats the previous tag.
  var repeatedContent: (@Sendable (inout TagContent, PlannedTag) -> Void)?
  /// Whether a tag is lost after it was given its sequence number. The other tags keep their numbers.
  var loses: (@Sendable (PlannedTag) -> Bool)?
  var bytes: (@Sendable (inout [UInt8], PlannedTag) -> Void)?
  /// Returns the PES packets that carry a tag, given the unchanged packet.
  var pes: (@Sendable (PESPacket, PlannedTag) -> [PESPacket])?
  /// Returns the transport packets that carry a tag's PES packet, given the unchanged packets.
  var packets: (@Sendable ([OutgoingPacket], PlannedTag) -> [OutgoingPacket])?
  /// Returns the number of continuity counter values to skip before a tag.
  var skippedCounters: (@Sendable (PlannedTag) -> UInt8)?
  /// Returns the PID that carries a tag, given the default PID.
  var pid: (@Sendable (UInt16, PlannedTag) -> UInt16)?
  /// Returns the packet framing from a tag onwards, given the previous framing.
  var framing: (@Sendable (PacketFraming, PlannedTag) -> PacketFraming)?
  var junk: (@Sendable (PlannedTag) -> [UInt8])?
  /// Returns bytes to write before the first packet of a stream or segment.
  var leadingBytes: (@Sendable (MadeSegmentStart) -> [UInt8])?
  /// Changes PAT and PMT each time they are written.
  var tables: (@Sendable (inout ProgramTables, ProgramTables.Moment) -> Void)?
  /// Returns the SCTE-35 messages that replace a planned message. The fault shows only in a stream with SCTE-35.
  var splices: (@Sendable (PlannedSplice) -> [PlannedSplice])?
  /// Whether the fault shows only in a stream with announced ad breaks.
  var needsBreaks = false
  /// Returns the shift of all clocks in 90 kHz ticks, given the seconds from the start.
  var clockShift: (@Sendable (Double) -> Int64)?
  var presentation = PresentationChanges()
}

/// The time at the start of a stream or segment.
struct MadeSegmentStart: Sendable {
  /// The PTS in 90 kHz ticks, as it is transmitted.
  var pts: Int64
  /// The tags' clock, in Unix milliseconds.
  var wallClock: Int64
}

extension FaultChanges {
  /// Whether the fault shows only in a transport stream, because it changes more than tags.
  var needsTransportStream: Bool {
    pes != nil || packets != nil || skippedCounters != nil || pid != nil || framing != nil
      || junk != nil || splices != nil || needsBreaks || leadingBytes != nil || tables != nil
      || clockShift != nil
      || presentation.needsTransportStream
  }

  static func contentOfStruckTag(
    _ change: @escaping @Sendable (inout TagContent) -> Void
  ) -> FaultChanges {
    FaultChanges(content: { content, tag in
      if tag.isStruck { change(&content) }
    })
  }

  static func bytesOfStruckTag(
    _ change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> FaultChanges {
    FaultChanges(bytes: { bytes, tag in
      if tag.isStruck { change(&bytes) }
    })
  }

  static func everyPES(
    _ change: @escaping @Sendable (inout PESPacket) -> Void
  ) -> FaultChanges {
    FaultChanges(pes: { pes, _ in
      var pes = pes
      change(&pes)
      return [pes]
    })
  }

  static func pesOfStruckTag(
    _ change: @escaping @Sendable (PESPacket) -> [PESPacket]
  ) -> FaultChanges {
    FaultChanges(pes: { pes, tag in tag.isStruck ? change(pes) : [pes] })
  }

  static func packetsOfStruckTag(
    _ change: @escaping @Sendable ([OutgoingPacket]) -> [OutgoingPacket]
  ) -> FaultChanges {
    FaultChanges(packets: { packets, tag in tag.isStruck ? change(packets) : packets })
  }

  /// A fault that changes the program map of the program with the tags, each time it is written.
  static func everyMap(
    _ change: @escaping @Sendable (inout ProgramMap) -> Void
  ) -> FaultChanges {
    FaultChanges(tables: { tables, _ in change(&tables.maps[0].map) })
  }

  /// A fault that changes the declaration of the tags' elementary stream, each time it is written.
  static func everyDeclaration(
    _ change: @escaping @Sendable (inout ElementaryStream) -> Void
  ) -> FaultChanges {
    FaultChanges(tables: { tables, _ in
      guard var stream = tables.id3Stream else { return }
      change(&stream)
      tables.id3Stream = stream
    })
  }
}
