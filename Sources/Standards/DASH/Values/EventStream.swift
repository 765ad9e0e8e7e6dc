/// Events in the manifest (5.10.2).
package struct EventStream: Sendable, Hashable {
  package var scheme: String
  package var value: String?
  package var line: Int
  /// The number of ticks per second, not 0.
  package var timescale: UInt32 = 1
  /// `@presentationTimeOffset`, in ticks.
  package var presentationTimeOffset: Int64 = 0
  package var hasOffset = false
  package var events: [Event] = []
}

/// One event of an `EventStream` (5.10.2.3).
package struct Event: Sendable, Hashable {
  package enum Encoding: Sendable, Hashable {
    /// The text of `@messageData` or of the element.
    case text
    /// Text with `@contentEncoding="base64"`, decoded here.
    case base64
    /// Child elements, kept as XML.
    case xml
  }

  package var id: UInt64?
  package var line: Int
  /// `@presentationTime`, in ticks of the stream.
  package var presentationTime: Int64
  /// The duration in ticks of the stream; nil if unknown.
  package var duration: Int64?
  package var encoding: Encoding
  package var message: [UInt8]
  /// The decoded `Binary` element of an XML message, which contains SCTE 35 (`xml+bin`: SCTE 214-1, 6.7.4).
  package var binary: [UInt8]?
  /// The seconds from the start of the Period: (presentation time - offset) / timescale.
  package var secondsInPeriod: Double
  package var durationSeconds: Double?
}

/// A stream of event messages in the media, as the manifest declares it (5.10.3).
package struct InbandEventStream: Sendable, Hashable {
  package var scheme: String
  package var value: String?
  package var line: Int
  /// `@timescale`; nil if it is missing or not valid.
  package var timescale: UInt32?
  /// `@presentationTimeOffset`, in ticks of `timescale`; nil means that the segments' offset applies.
  package var presentationTimeOffset: Int64?
}
