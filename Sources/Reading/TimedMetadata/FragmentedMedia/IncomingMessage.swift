import Formats
import ID3
import ISOMedia
import NielsenTag
import TransportStream

/// An event message from a box, an event track or a manifest, between its reading and the delivery of its tags.
package struct IncomingMessage {
  package struct Placement: Equatable {
    /// The presentation time in ticks of the box's timescale; nil if unknown.
    var pts: Int64?
    /// The time on the presentation timeline, in seconds.
    var time: Double?
    /// The time that the message declares, in seconds, if that time was rejected; otherwise nil.
    var declaredTime: Double?
    /// The relation between the media clock and the presentation timeline.
    var mediaClock: MediaClock?
    var notes: [NoteID] = []
    /// The start and end of the fragment after the message, or of its sample's fragment, in seconds.
    var fragment: ClosedRange<Double>?
    /// Ticks per second of the track.
    var trackTimescale: Int?
    /// Whether the brand `aid3` is listed; nil if no box has listed brands.
    var isBranded: Bool?
  }

  struct Sample: Equatable {
    var track: UInt32
    var time: MediaTime
  }

  static let maximumTags = 256

  let box: EventMessageBox
  /// The position of the box in its file; nil for a message from an initialization section or a manifest.
  let offset: Int64?
  /// The number of the segment that contains the message.
  let segment: Int
  /// The position of the box in an initialization section; nil if there is none.
  var initialization: InitializationPlace?
  /// Whether the segment ended inside the box.
  let isCut: Bool
  /// The sample that contains the message; nil for an `emsg`.
  var sample: Sample?
  var notes: [NoteID] = []
  /// A description of the box's position, if the box does not belong there.
  private(set) var misplacement: String?
  private let content: [UInt8]
  private let isText: Bool
  /// The markers of a message with splice information; empty for other messages.
  private let splices: [TimelineMarker]

  /// Whether the message has splice markers. The structure of its box is then not checked.
  var isSplice: Bool { !splices.isEmpty }

  /// Makes a message; nil if it has no ID3 scheme, and neither an ID3 tag nor splice markers are found in it.
  package init?(_ box: EventMessageBox, offset: Int64?, segment: Int = 0, isCut: Bool) {
    self.segment = segment
    if box.message.scheme == TimelineMarker.spliceScheme, !isCut,
      let marks = try? TimelineMarker.marks(ofSplice: Array(box.data)), !marks.isEmpty
    {
      (self.box, self.offset, self.isCut) = (box, offset, isCut)
      (content, isText, splices) = ([], false, marks)
      return
    }
    splices = []
    let hasTag = TagScanner.header(box.data) != nil
    let text = hasTag ? nil : MessageText.payload(of: box.data)
    guard hasTag || text != nil || MessageScheme.isForID3(box.message.scheme) else { return nil }
    self.box = box
    self.offset = offset
    self.isCut = isCut
    content = text ?? Array(box.data)
    isText = text != nil
    let scheme = MessageScheme(box.message.scheme)
    if scheme == .aomedia, box.message.version == 0 { notes.append(.messageVersion) }
    if scheme == .other { notes.append(.messageScheme) }
    if isText { notes.append(.messageData) }
  }

  /// Records that the box is at a wrong position, which `words` describe. Only the first call has an effect. A splice,
  /// or an event of a sample, is left unchanged.
  mutating func misplace(_ words: String) {
    guard misplacement == nil, sample == nil, !isSplice else { return }
    misplacement = words
    notes.append(.messagePosition)
  }

  /// The number of bytes that the message occupies while it is queued.
  var byteCount: Int { content.count + box.data.count }

  /// The notes on the message, followed by its tags, or the markers of a splice. `isAtInputEnd` means that no segment
  /// follows the segment that ended inside the message.
  package func events(at placement: Placement, isAtInputEnd: Bool = false) -> [TimedMetadataEvent] {
    guard !isSplice else { return marks(at: placement) }
    var events: [TimedMetadataEvent] = []
    var tags: [TimedTag] = []
    func note(_ id: NoteID, _ detail: String) {
      events.append(
        .note(
          StreamNote(
            id: id,
            segment: initialization?.uri,
            time: placement.time,
            offset: initialization?.offset ?? offset,
            detail: detail
          )
        )
      )
    }
    if let misplacement { note(.messagePosition, "emsg \(misplacement)") }
    if isText { note(.messageData, "message_data is text with the tag in base64") }
    var hasFault = false
    // Whether only tags precede the next tag.
    var isAtStart = !isText
    func add(_ bytes: some Sequence<UInt8>, isBare: Bool = false, _ unusual: NoteID...) {
      tags.append(tag(bytes, at: placement, behind: tags.count, isAtStart, isBare, unusual))
    }
    // Counts zeros after the last tag. The scanner skips them, because in PES packets they are padding.
    var zeros = 0
    for element in TagScanner(content[...]) {
      if case .tag(let bytes) = element {
        zeros = content.endIndex - bytes.endIndex
      } else {
        zeros = 0
      }
      if case .trailing(let bytes) = element.inMessage(behindTag: !tags.isEmpty) {
        note(.messageData, "message_data has bytes after the end of the ID3 tag")
        isAtStart = false
        guard let last = tags.indices.last else { continue }
        tags[last].notes.append(.tagTrailingBytes)
        tags[last].trailing = TrailingBytes(bytes)
        continue
      }
      guard tags.count < Self.maximumTags else {
        note(.messageData, "message_data contains more than \(Self.maximumTags) tags")
        (hasFault, zeros) = (true, 0)
        break
      }
      switch element {
      case .gap(let count):
        note(.messageData, "\(Decimals.counted(count, "byte")) before the tag in message_data")
        (hasFault, isAtStart) = (true, false)
      case .tag(let bytes): add(bytes)
      case .cut(let bytes, let declaredSize):
        if isCut, isAtInputEnd {
          note(.tagAtInputEnd, TagSplitter.cutByInputEnd(bytes.count, of: declaredSize))
        } else {
          note(.tagTruncated, "tag declares \(declaredSize) bytes, \(bytes.count) arrived")
        }
        hasFault = true
        // From a truncated message only a complete Nielsen payload is kept.
        if !isCut || !NielsenPayload.occurrences(in: bytes).isEmpty {
          add(bytes, .tagTruncated)
        }
      case .restored(let bytes):
        add(bytes, .recoveredHeader, .strippedHeader)
      case .payload(let bytes):
        if !isText { note(.messageData, "message_data is the bare payload, without ID3 headers") }
        add(bytes, isBare: true, .tagTruncated)
      case .trailing, .head, .unknown: break
      }
    }
    if zeros > 0, !isText {
      let count = zeros == 1 ? "1 zero byte" : "\(zeros) zero bytes"
      note(.messageData, "\(count) after the tag in message_data")
    }
    if tags.isEmpty, !hasFault {
      note(.messageData, "message_data of scheme \(box.message.scheme) contains no ID3 tag")
    }
    if (2..<Self.maximumTags).contains(tags.count) {
      note(.messageData, "message_data contains \(tags.count) tags")
    }
    if tags.count > 1 || hasFault && !isCut { mark(&tags) }
    return events + tags.map { .tag($0) }
  }

  /// The markers of a message with splice information. The message gives the time of the event, because the PTS in the
  /// splice counts on another clock.
  private func marks(at placement: Placement) -> [TimedMetadataEvent] {
    splices.map { mark in
      var mark = mark
      mark.time = placement.time
      mark.offset = offset
      if mark.announcement?.isCancelled != true {
        mark.spliceLead = mark.pts.flatMap { placement.lead(of: $0, timescale: box.timescale) }
      }
      let ticks = box.message.duration
      if mark.isOut == true, ticks != .max, ticks > 0 {
        mark.duration = mark.duration ?? Double(ticks) / Double(box.timescale)
      }
      return .marker(mark)
    }
  }

  /// Adds the note `messageData` to all tags of a message that is not exactly one whole tag.
  private func mark(_ tags: inout [TimedTag]) {
    for index in tags.indices where !tags[index].notes.contains(.messageData) {
      tags[index].notes.append(.messageData)
    }
  }

  private func tag(
    _ bytes: some Sequence<UInt8>,
    at placement: Placement,
    behind tagsInFront: Int,
    _ isAtStart: Bool,
    _ isBare: Bool,
    _ unusual: [NoteID]
  ) -> TimedTag {
    var message = box.message
    message.fragment = placement.fragment
    message.declaredTime = placement.declaredTime
    message.trackTimescale = placement.trackTimescale
    message.isBranded = placement.isBranded
    (message.tagsInFront, message.isAfterOtherBytes) = (tagsInFront, !isAtStart)
    if let sample {
      message.version = 0
      message.track = sample.track
      (message.fragment, message.isBranded) = (nil, nil)
    }
    var tag = TimedTag(
      origin: .eventMessage(message),
      offset: offset,
      pts: placement.pts,
      timescale: Int(box.timescale),
      time: placement.time,
      bytes: Array(bytes),
      notes: notes + unusual
    )
    if isBare {
      tag.nielsen = NielsenPayload(bytes: tag.bytes)
      if !isText { tag.notes.append(.messageData) }
    } else {
      tag.parse()
    }
    tag.notes += placement.notes
    tag.mediaClock = placement.mediaClock
    return tag
  }
}

extension IncomingMessage.Placement {
  package init(pts: Int64, time: Double) {
    self.init()
    (self.pts, self.time) = (pts, time)
  }

  /// Seconds from the message to a 33-bit, 90 kHz time stamp on the media clock. Some senders count the time stamp from
  /// the start of the presentation instead. Nil if the time of the message is unknown.
  fileprivate func lead(of raw: Int64, timescale: UInt32) -> Double? {
    let leads = [pts.map { Double($0) / Double(timescale) }, time].compactMap { seconds in
      seconds.flatMap { Int64(exactly: ($0 * Double(Timestamp.ticksPerSecond)).rounded()) }
        .map { Timestamp.inSeconds(Timestamp.difference(raw, $0 & (Timestamp.modulus - 1))) }
    }
    return leads.first { abs($0) <= 1 } ?? leads.first
  }
}

extension TagScanner.Element {
  /// The element as part of a message. No other message continues a message, so the start of a header after a tag is
  /// just trailing bytes.
  fileprivate func inMessage(behindTag isAfterTag: Bool) -> Self {
    if isAfterTag, case .head(let bytes) = self { return .trailing(bytes) }
    return self
  }
}

extension EventMessageBox {
  var message: EventMessage {
    EventMessage(version: Int(version), scheme: scheme, value: value, id: id, duration: duration)
  }
}

extension EventMessageBox.Fault {
  var id: NoteID {
    switch self {
    case .version: .messageVersion
    case .timescale: .messageTimescale
    case .malformed: .messageMalformed
    }
  }

  var detail: String {
    switch self {
    case .version(let version): "emsg has the unknown version \(version) instead of 0 or 1"
    case .timescale: "emsg has the timescale 0"
    case .malformed(let fault): "emsg \(fault.reason)"
    }
  }
}
