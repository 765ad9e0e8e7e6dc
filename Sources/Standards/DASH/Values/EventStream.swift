/// Events in the manifest (5.10.2).
package struct EventStream: Sendable, Hashable {
  /// `@schemeIdUri`.
  package var scheme: String
  package var value: String?
  package var line: Int
  /// Ticks per second, not 0.
  package var timescale: UInt32 = 1
  /// `@presentationTimeOffset`, in ticks.
  package var presentationTimeOffset: Int64 = 0
  /// Whether the manifest has it.
  package var hasOffset = false
  package var events: [Event] = []
}

/// One event of an `EventStream` (5.10.2.3).
package struct Event: Sendable, Hashable {
  /// How the message is written.
  package enum Encoding: Sendable, Hashable {
    /// `@messageData`, or text in the element.
    case text
    /// Text with `@contentEncoding="base64"`, decoded here.
    case base64
    /// Child elements, kept as they are.
    case xml
  }

  package var id: UInt64?
  package var line: Int
  /// `@presentationTime` as written, in ticks of the stream.
  package var presentationTime: Int64
  /// In ticks of the stream; nil: unknown.
  package var duration: Int64?
  package var encoding: Encoding
  package var message: [UInt8]
  /// The bytes of an element `Binary` in XML: SCTE 35 as `xml+bin` (SCTE 214-1, 6.7.4).
  package var binary: [UInt8]?
  /// Seconds from the start of the Period: (presentation time - offset) / timescale.
  package var secondsInPeriod: Double
  package var durationSeconds: Double?
}

/// Event messages in the media, as the manifest declares them (5.10.3).
package struct InbandEventStream: Sendable, Hashable {
  /// `@schemeIdUri`.
  package var scheme: String
  package var value: String?
  package var line: Int
  /// `@timescale`, if present.
  package var timescale: UInt32?
  /// `@presentationTimeOffset`, in ticks of `timescale`; nil: that of the segments applies.
  package var presentationTimeOffset: Int64?
}
