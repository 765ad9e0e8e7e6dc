import Formats
import ISOMedia
import TransportStream

/// Reads event messages, determines their times, and delivers their tags and markers.
extension ISOMediaParser {
  func receiveMessage(
    _ payload: ArraySlice<UInt8>,
    at position: StreamPosition?,
    in initialization: InitializationPlace? = nil,
    isCut: Bool,
    misplacement: String?
  ) {
    let box: EventMessageBox
    do throws(EventMessageBox.Fault) {
      box = try EventMessageBox(parsing: payload)
    } catch {
      if !isCut { note(error.id, at: position, in: initialization, error.detail) }
      return
    }
    if !isCut, box.scheme.isEmpty {
      note(.messageWithoutScheme, at: position, in: initialization, "emsg without scheme_id_uri")
    }
    if !isCut, let expiration = ManifestExpiration(box) {
      options.manifestExpires(expiration.publishTime)
    }
    guard
      var message = IncomingMessage(
        box,
        offset: position?.offset,
        segment: position?.segment ?? self.position.segment,
        isCut: isCut
      )
    else { return }
    message.initialization = initialization
    if let misplacement { message.misplace(misplacement) }
    enqueue(message, at: position)
  }

  /// Queues a message until its time is known, or the queue is full.
  func enqueue(_ message: IncomingMessage, at position: StreamPosition?) {
    queue.append(message)
    guard queue.isFull else { return }
    if !hasNotedFlood {
      hasNotedFlood = true
      note(
        .messageFlood,
        at: position,
        "\(MessageQueue.maximumMessages) event messages and notes, or "
          + "\(MessageQueue.maximumBytes >> 20) MiB of messages, before one fragment"
      )
    }
    release(fragment: nil)
  }

  /// Delivers everything that is queued, with the times of the messages. A message that is cut by the end of `segment`
  /// is held until it is known whether another segment follows.
  func release(
    fragment: ClosedRange<Double>?,
    atEndOf segment: Int? = nil,
    isAtInputEnd: Bool = false
  ) {
    for entry in queue.takeAll() {
      switch entry {
      case .note(let note): ready.append(note)
      case .message(let message):
        let placement = placement(of: message, fragment: fragment)
        if message.isCut, message.segment == segment {
          cutMessage = (message, placement)
        } else {
          deliver(message, placement, isAtInputEnd: isAtInputEnd)
        }
      }
    }
  }

  /// Delivers the message that was cut by the end of the latest segment. `isAtInputEnd` means that no segment follows.
  func deliverCutMessage(isAtInputEnd: Bool) {
    guard let (message, placement) = cutMessage else { return }
    cutMessage = nil
    deliver(message, placement, isAtInputEnd: isAtInputEnd)
  }

  private func deliver(
    _ message: IncomingMessage,
    _ placement: IncomingMessage.Placement,
    isAtInputEnd: Bool
  ) {
    for event in events(of: message, at: placement, isAtInputEnd: isAtInputEnd) {
      guard let event = selected(event) else { continue }
      ParsedEvent(event, in: message.segment).appendWithMark(to: &ready)
    }
  }

  private func placement(
    of message: IncomingMessage,
    fragment: ClosedRange<Double>?
  ) -> IncomingMessage.Placement {
    let sample = message.sample?.time
    var placement =
      sample.map { timeline.place(message.box, sample: $0, fragment: fragment) }
      ?? timeline.place(message.box, fragment: fragment?.lowerBound)
    placement.fragment = fragment
    placement.trackTimescale =
      sample.map { Int($0.timescale) }
      ?? timeline.trackTimescale(preferring: message.box.timescale)
    placement.isBranded = hasBrands ? hasBrand : nil
    return placement
  }

  /// The events of a message, or a note if the message is a repeat. Repeats in an event track have no note, because
  /// every sample during an event contains that event.
  private func events(
    of message: IncomingMessage,
    at placement: IncomingMessage.Placement,
    isAtInputEnd: Bool
  ) -> [TimedMetadataEvent] {
    var message = message
    let isSample = message.sample != nil
    if !message.isSplice {
      switch seen.receive(message.box, ticks: isSample ? nil : placement.pts) {
      case .new: break
      case .reusedID: message.notes.append(.messageIDReuse)
      case .again where isSample: return []
      case .again:
        let note = StreamNote(
          id: .messageDuplicate,
          segment: message.initialization?.uri,
          time: placement.time,
          offset: message.initialization?.offset ?? message.offset,
          detail: "event \(message.box.message.id) repeated"
        )
        return [.note(note)]
      }
    }
    return message.events(at: placement, isAtInputEnd: isAtInputEnd)
  }

  /// Returns the event if it is requested and not a repeat; otherwise nil.
  private func selected(_ event: TimedMetadataEvent) -> TimedMetadataEvent? {
    switch event {
    case .tag(let tag):
      guard options.wants(tag) else { return nil }
      tagCount += 1
      return event
    case .marker(let mark):
      if let limit = options.limitSeconds, let time = mark.time, time > limit { return nil }
      return splices.pass(mark, at: mark.time).map { .marker($0) }
    case .note, .segment, .end: return event
    }
  }
}

/// An event in the media that ends the validity of versions of its DASH manifest (ISO/IEC 23009-1, 5.10.4).
struct ManifestExpiration: Equatable {
  /// The publish time of the latest version that expires, in Unix seconds; nil if the message has no readable time.
  let publishTime: Double?

  private static let scheme = "urn:mpeg:dash:event:2012"
  /// The values of the scheme. With value 1 a player reloads the manifest; with value 2 the message contains a patch,
  /// and with value 3 a manifest.
  private static let values: Set = ["1", "2", "3"]
  /// The maximum length of a time that is read, in bytes.
  private static let longestTime = 64

  /// Reads the expiration in an event message; nil for any other message.
  init?(_ box: EventMessageBox) {
    guard box.scheme == Self.scheme, Self.values.contains(box.value) else { return nil }
    let text = box.data.prefix(Self.longestTime).prefix { $0 != 0 }
    publishTime = DateTimeText.read(String(decoding: text, as: UTF8.self))?.unixSeconds
  }
}
