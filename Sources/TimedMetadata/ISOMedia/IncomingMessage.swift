import ID3
import NielsenTag

/// An event message box on its way: from where it was read to the tags it holds.
struct IncomingMessage {
  /// Where the message stands in time.
  struct Placement: Equatable {
    /// Its presentation time in ticks of the box's timescale.
    var pts: Int64?
    /// Seconds on the presentation timeline.
    var time: Double?
    /// What is unusual about its time.
    var notes: [NoteID] = []
  }

  /// More tags than this are not read from one message.
  static let maximumTags = 256

  let box: EventMessageBox
  /// Where the box starts in the run; nil for one of an initialization section.
  let offset: Int64?
  /// The part ended inside the box.
  let isCut: Bool
  /// What is unusual about the box.
  var notes: [NoteID] = []
  /// Bytes that hold the tags.
  private let content: [UInt8]
  private let isText: Bool

  /// Nil for a message that is not meant for us: another scheme, and no ID3 in it.
  init?(_ box: EventMessageBox, offset: Int64?, isCut: Bool) {
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

  /// Bytes that the message keeps while it waits.
  var byteCount: Int { content.count + box.data.count }

  /// The tags of the message and what is to be said about it, in order.
  func events(at placement: Placement) -> [TimedMetadataEvent] {
    var events: [TimedMetadataEvent] = []
    var tags: [TimedTag] = []
    func note(_ id: NoteID, _ detail: String) {
      events.append(.note(StreamNote(id: id, time: placement.time, offset: offset, detail: detail)))
    }
    for element in TagScanner(content[...]) {
      if case .trailing(let bytes) = element {
        guard let last = tags.indices.last else { continue }
        tags[last].notes.append(.tagTrailingBytes)
        tags[last].trailing = TrailingBytes(bytes)
        continue
      }
      guard tags.count < Self.maximumTags else {
        note(.messageData, "event message with more than \(Self.maximumTags) tags")
        break
      }
      switch element {
      case .gap(let count):
        note(.messageData, "\(count) bytes before ID3 in an event message")
      case .tag(let bytes):
        tags.append(tag(bytes, at: placement))
      case .cut(let bytes, let declaredSize):
        note(.tagTruncated, "tag declares \(declaredSize) bytes, \(bytes.count) arrived")
        // With a part missing only a whole Nielsen payload is worth keeping.
        if !isCut || !NielsenPayload.occurrences(in: bytes).isEmpty {
          tags.append(tag(bytes, at: placement, .tagTruncated))
        }
      case .restored(let bytes):
        tags.append(tag(bytes, at: placement, .recoveredHeader, .strippedHeader))
      case .payload(let bytes):
        tags.append(tag(bytes, at: placement, isBare: true, .tagTruncated))
      case .trailing:
        break
      }
    }
    if tags.isEmpty, events.isEmpty {
      note(.messageData, "event message of \(box.message.scheme) without an ID3 tag")
    }
    if tags.count > 1 || !events.isEmpty && !isCut { mark(&tags) }
    return events + tags.map { .tag($0) }
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
    isBare: Bool = false,
    _ unusual: NoteID...
  ) -> TimedTag {
    var tag = TimedTag(
      carriage: .emsg,
      offset: offset,
      pts: placement.pts,
      timescale: Int(box.timescale),
      eventMessage: box.message,
      time: placement.time,
      bytes: Array(bytes),
      tag: nil,
      nielsen: nil,
      notes: notes + unusual
    )
    if isBare {
      tag.nielsen = NielsenPayload(bytes: tag.bytes)
      if !isText { tag.notes.append(.messageData) }
    } else {
      tag.parse()
    }
    tag.notes += placement.notes
    return tag
  }
}
