/// A box with one event in a sample of an event track (ISO/IEC 23001-18, 6.2):
///
///     version(8) flags(24) reserved(32) time_delta(64, signed) duration(32) id(32)
///     scheme NUL value NUL data
package struct EventInstanceBox: Sendable, Equatable {
  package enum Fault: Error, Equatable {
    case version(UInt8)
    case malformed(BoxFault)
  }

  /// Ticks from the sample's presentation time to the event's, in the track's timescale.
  package var delta: Int64
  /// `event_duration` in ticks; 0xFFFFFFFF means unknown.
  package var duration: UInt32
  package var id: UInt32
  /// `scheme_id_uri`.
  package var scheme: String
  package var value: String
  /// `message_data`.
  package var data: ArraySlice<UInt8>

  package init(
    delta: Int64,
    duration: UInt32,
    id: UInt32,
    scheme: String,
    value: String,
    data: ArraySlice<UInt8>
  ) {
    self.delta = delta
    self.duration = duration
    self.id = id
    self.scheme = scheme
    self.value = value
    self.data = data
  }

  package init(parsing payload: ArraySlice<UInt8>) throws(Fault) {
    if let version = payload.first, version > 0 { throw .version(version) }
    do throws(BoxFault) {
      self = try Self(fieldsOf: payload)
    } catch {
      throw .malformed(error)
    }
  }

  private init(fieldsOf payload: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(payload)
    try fields.skip(8)  // version, flags, reserved
    delta = Int64(bitPattern: try fields.uint64())
    duration = try fields.uint32()
    id = try fields.uint32()
    scheme = try fields.text("scheme_id_uri")
    value = try fields.text("value")
    data = fields.rest
  }

  package var bytes: [UInt8] {
    let numbers =
      BoxBytes.bigEndian(delta) + BoxBytes.bigEndian(duration) + BoxBytes.bigEndian(id)
    let texts = Array(scheme.utf8) + [0] + Array(value.utf8) + [0]
    return BoxBytes.box(.eventInstance, [0, 0, 0, 0, 0, 0, 0, 0] + numbers + texts + data)
  }
}

package enum EventTrackSample {
  package enum Element: Equatable {
    case event(EventInstanceBox)
    /// No event is active during the sample.
    case noEvent
    /// A box that does not belong in a sample, or that cannot be read.
    case fault(String)
  }

  /// Calls `body` with each box in a sample and its byte offset. A box that cannot be read is reported as a fault. If
  /// its end is unknown, it ends the sample.
  package static func forEachElement(
    of sample: ArraySlice<UInt8>,
    _ body: (Element, _ offset: Int) -> Void
  ) {
    var offset = 0
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: sample) { (type, payload) throws(BoxFault) in
        body(element(type, payload), offset)
        offset = payload.endIndex - sample.startIndex
      }
    } catch {
      body(.fault(error.reason), offset)
    }
  }

  private static func element(_ type: BoxType, _ payload: ArraySlice<UInt8>) -> Element {
    switch type {
    case .noEvent: return .noEvent
    case .eventInstance:
      do throws(EventInstanceBox.Fault) {
        return .event(try EventInstanceBox(parsing: payload))
      } catch {
        switch error {
        case .version(let version): return .fault("emib version \(version), expected 0")
        case .malformed(let fault): return .fault("emib \(fault.reason)")
        }
      }
    default: return .fault("box \(type) in a sample, expected emib or emeb")
    }
  }
}
