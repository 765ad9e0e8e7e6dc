import Formats
import ID3
import ISOMedia
import NielsenTag
import TransportStream

/// An event message, of a box at the top level or of an event track, on its way: from where it was read to the tags it holds.
package struct IncomingMessage {
  /// The time of the message.
  package struct Placement: Equatable {
    /// Its presentation time in ticks of the box's timescale.
    var pts: Int64?
    /// Seconds on the presentation timeline.
    var time: Double?
    /// The time in seconds that the message declares, where its time is another.
    var declaredTime: Double?
    /// The clock of the media.
    var mediaClock: MediaClock?
    /// The notes about its time.
    var notes: [NoteID] = []
    /// Seconds from the start to the end of the fragment after it.
    var fragment: ClosedRange<Double>?
    /// Ticks in a second of the track.
    var trackTimescale: Int?
    /// Whether the brand of ID3 was named, where anything names brands.
    var isBranded: Bool?
  }

  /// Where a message of an event track was read.
  struct Sample: Equatable {
    /// The track_ID.
    var track: UInt32
    /// When the sample that holds it is presented.
    var time: MediaTime
  }

  /// More tags than this are not read from one message.
  static let maximumTags = 256

  let box: EventMessageBox
  /// Where the box starts in its file; nil for one of an initialization section.
  let offset: Int64?
  /// The number of its segment.
  let segment: Int
  /// Where the box starts in an initialization section; nil for one of a segment.
  var initialization: InitializationPlace?
  /// The part ended inside the box.
  let isCut: Bool
  /// The sample that holds it; nil for a box at the top level.
  var sample: Sample?
  /// The notes about the box.
  var notes: [NoteID] = []
  /// Its place, in words, when it does not belong there.
  private(set) var misplacement: String?
  /// Bytes that hold the tags.
  private let content: [UInt8]
  private let isText: Bool
  /// The marks of a message of splice information.
  private let splices: [TimelineMarker]

  /// Whether it is splice information: nothing is said about how its box is made.
  var isSplice: Bool { !splices.isEmpty }

  /// Nil for a message that is not meant for us: another scheme, and no ID3 in it.
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

  /// Records that the box is where it does not belong; only the first call has an effect.
  mutating func misplace(_ words: String) {
    guard misplacement == nil, sample == nil, !isSplice else { return }
    misplacement = words
    notes.append(.messagePosition)
  }

  /// Bytes that the message keeps while it waits.
  var byteCount: Int { content.count + box.data.count }

  /// The tags of the message and what is to be said about it, in order. With `isAtInputEnd` the part that cuts
  /// it was the last.
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
    // Zeros after the last tag: a scanner skips them, since in PES packets they are padding.
    var zeros = 0
    for element in TagScanner(content[...]) {
      if case .tag(let bytes) = element {
        zeros = content.endIndex - bytes.endIndex
      } else {
        zeros = 0
      }
      if case .trailing(let bytes) = element.inMessage(behindTag: !tags.isEmpty) {
        note(.messageData, "message_data goes on after the tag")
        guard let last = tags.indices.last else { continue }
        tags[last].notes.append(.tagTrailingBytes)
        tags[last].trailing = TrailingBytes(bytes)
        continue
      }
      guard tags.count < Self.maximumTags else {
        note(.messageData, "message_data holds more than \(Self.maximumTags) tags")
        (hasFault, zeros) = (true, 0)
        break
      }
      switch element {
      case .gap(let count):
        note(.messageData, "\(Decimals.counted(count, "byte")) before ID3 in message_data")
        hasFault = true
      case .tag(let bytes):
        tags.append(tag(bytes, at: placement, behind: tags.count))
      case .cut(let bytes, let declaredSize):
        if isCut, isAtInputEnd {
          note(.tagAtInputEnd, TagSplitter.cutByInputEnd(bytes.count, of: declaredSize))
        } else {
          note(.tagTruncated, "tag declares \(declaredSize) bytes, \(bytes.count) arrived")
        }
        hasFault = true
        // With a part missing only a whole Nielsen payload is kept.
        if !isCut || !NielsenPayload.occurrences(in: bytes).isEmpty {
          tags.append(tag(bytes, at: placement, behind: tags.count, .tagTruncated))
        }
      case .restored(let bytes):
        tags.append(
          tag(bytes, at: placement, behind: tags.count, .recoveredHeader, .strippedHeader)
        )
      case .payload(let bytes):
        if !isText { note(.messageData, "message_data is the bare payload, ID3 headers missing") }
        tags.append(tag(bytes, at: placement, behind: tags.count, isBare: true, .tagTruncated))
      case .trailing, .head, .unknown:
        break
      }
    }
    if zeros > 0, !isText {
      let count = zeros == 1 ? "1 zero byte" : "\(zeros) zero bytes"
      note(.messageData, "\(count) after the tag in message_data")
    }
    if tags.isEmpty, !hasFault {
      note(.messageData, "message_data of scheme \(box.message.scheme) holds no ID3 tag")
    }
    if (2..<Self.maximumTags).contains(tags.count) {
      note(.messageData, "message_data holds \(tags.count) tags")
    }
    if tags.count > 1 || hasFault && !isCut { mark(&tags) }
    return events + tags.map { .tag($0) }
  }

  /// The marks of splice information. The message says when the event is due; its PTS is that of another
  /// clock.
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


  /// Says that the message is more than one whole tag.
  private func mark(_ tags: inout [TimedTag]) {
    for index in tags.indices where !tags[index].notes.contains(.messageData) {
      tags[index].notes.append(.messageData)
    }
  }

  private func tag(
    _ bytes: some Sequence<UInt8>,
    at placement: Placement,
    behind tagsInFront: Int,
    isBare: Bool = false,
    _ unusual: NoteID...
  ) -> TimedTag {
    var message = box.message
    message.fragment = placement.fragment
    message.declaredTime = placement.declaredTime
    message.trackTimescale = placement.trackTimescale
    message.isBranded = placement.isBranded
    message.tagsInFront = tagsInFront
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
  /// A time in ticks, which is that of the presentation in seconds.
  package init(pts: Int64, time: Double) {
    self.init()
    (self.pts, self.time) = (pts, time)
  }

  /// Seconds from the message to a time stamp of 33 bits at 90 kHz, which counts on the clock of the media. Some
  /// senders count it from the start of the presentation. Nil if the time of the message is unknown.
  fileprivate func lead(of raw: Int64, timescale: UInt32) -> Double? {
    let leads = [pts.map { Double($0) / Double(timescale) }, time].compactMap { seconds in
      seconds.flatMap { Int64(exactly: ($0 * Double(Timestamp.ticksPerSecond)).rounded()) }
        .map { Timestamp.inSeconds(Timestamp.difference(raw, $0 & (Timestamp.modulus - 1))) }
    }
    return leads.first { abs($0) <= 1 } ?? leads.first
  }
}

extension TagScanner.Element {
  /// The same of a message, which no other continues: the start of a header after a tag is no more than
  /// other bytes.
  fileprivate func inMessage(behindTag isAfterTag: Bool) -> Self {
    if isAfterTag, case .head(let bytes) = self { return .trailing(bytes) }
    return self
  }
}

extension EventMessageBox {
  /// The fields of the box that are reported with its tag.
  var message: EventMessage {
    EventMessage(version: Int(version), scheme: scheme, value: value, id: id, duration: duration)
  }
}

extension EventMessageBox.Fault {
  /// The rule that the fault concerns.
  var id: NoteID {
    switch self {
    case .version: .messageVersion
    case .timescale: .messageTimescale
    case .malformed: .messageMalformed
    }
  }

  /// A description of the content.
  var detail: String {
    switch self {
    case .version(let version): "emsg version \(version), known are 0 and 1"
    case .timescale: "timescale 0"
    case .malformed(let fault): "emsg \(fault.reason)"
    }
  }
}
