import NielsenTag
import TransportStream

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

/// The changes of a fault, at the step of the making at which each can be made alone. Nil changes nothing.
struct FaultChanges: Sendable {
  /// Which tags there are and when: gives the tags that replace the planned one. The number is the
  /// length of the stream in seconds.
  var plan: (@Sendable (PlannedTag, Double) -> [PlannedTag])?
  /// Changes the content of a tag, once it has its number.
  var content: (@Sendable (inout TagContent, PlannedTag) -> Void)?
  /// Changes the content of a tag that repeats the previous one.
  var repeatedContent: (@Sendable (inout TagContent, PlannedTag) -> Void)?
  /// Whether a tag is lost after it got its number: the numbers of the others do not change.
  var loses: (@Sendable (PlannedTag) -> Bool)?
  var bytes: (@Sendable (inout [UInt8], PlannedTag) -> Void)?
  /// The PES packets that carry a tag.
  var pes: (@Sendable (PESPacket, PlannedTag) -> [PESPacket])?
  /// The transport packets that carry a PES packet of a tag.
  var packets: (@Sendable ([OutgoingPacket], PlannedTag) -> [OutgoingPacket])?
  /// Values that the continuity counter leaves out before a tag.
  var skippedCounters: (@Sendable (PlannedTag) -> UInt8)?
  /// The PID that carries a tag, given the usual one.
  var pid: (@Sendable (UInt16, PlannedTag) -> UInt16)?
  /// The framing from a tag on, given the one so far.
  var framing: (@Sendable (PacketFraming, PlannedTag) -> PacketFraming)?
  /// Bytes before a tag's packets that are not packets.
  var junk: (@Sendable (PlannedTag) -> [UInt8])?
  /// Bytes before the first packet of a stream or segment, given when that is.
  var leadingBytes: (@Sendable (MadeSegmentStart) -> [UInt8])?
  /// The tables, each time they are written.
  var tables: (@Sendable (inout ProgramTables, ProgramTables.Moment) -> Void)?
  /// The messages of SCTE-35 that replace the planned one. A fault that has this needs them.
  var splices: (@Sendable (PlannedSplice) -> [PlannedSplice])?
  /// Whether the fault shows only where ad breaks are announced.
  var needsBreaks = false
  /// By how many ticks of 90 kHz all clocks are shifted, given the seconds from the start.
  var clockShift: (@Sendable (Double) -> Int64)?
  /// The changes of a presentation only.
  var presentation = PresentationChanges()
}

/// When a stream or segment starts.
struct MadeSegmentStart: Sendable {
  /// The PTS at 90 kHz, as it is carried.
  var pts: Int64
  /// Milliseconds since 1970, by the clock of the tags.
  var wallClock: Int64
}

extension FaultChanges {
  /// Whether only a transport stream can show the fault: tags elsewhere are not changed by it.
  var needsTransportStream: Bool {
    pes != nil || packets != nil || skippedCounters != nil || pid != nil || framing != nil
      || junk != nil || splices != nil || needsBreaks || leadingBytes != nil || tables != nil
      || clockShift != nil
      || presentation.needsTransportStream
  }

  /// Changes what the struck tag holds.
  static func contentOfStruckTag(
    _ change: @escaping @Sendable (inout TagContent) -> Void
  ) -> FaultChanges {
    FaultChanges(content: { content, tag in
      if tag.isStruck { change(&content) }
    })
  }

  /// Changes the bytes of the struck tag.
  static func bytesOfStruckTag(
    _ change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> FaultChanges {
    FaultChanges(bytes: { bytes, tag in
      if tag.isStruck { change(&bytes) }
    })
  }

  /// Changes the PES packet of every tag.
  static func everyPES(
    _ change: @escaping @Sendable (inout PESPacket) -> Void
  ) -> FaultChanges {
    FaultChanges(pes: { pes, _ in
      var pes = pes
      change(&pes)
      return [pes]
    })
  }

  /// Replaces the PES packet of the struck tag.
  static func pesOfStruckTag(
    _ change: @escaping @Sendable (PESPacket) -> [PESPacket]
  ) -> FaultChanges {
    FaultChanges(pes: { pes, tag in tag.isStruck ? change(pes) : [pes] })
  }

  /// Replaces the packets of the struck tag.
  static func packetsOfStruckTag(
    _ change: @escaping @Sendable ([OutgoingPacket]) -> [OutgoingPacket]
  ) -> FaultChanges {
    FaultChanges(packets: { packets, tag in tag.isStruck ? change(packets) : packets })
  }

  /// Changes the program with the tags, each time its map is written.
  static func everyMap(
    _ change: @escaping @Sendable (inout ProgramMap) -> Void
  ) -> FaultChanges {
    FaultChanges(tables: { tables, _ in change(&tables.maps[0].map) })
  }

  /// Changes the declaration of the tags' stream, each time it is written.
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
