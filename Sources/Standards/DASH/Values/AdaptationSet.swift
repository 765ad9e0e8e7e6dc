/// Versions of the same content (5.3.3).
package struct AdaptationSet: Sendable, Hashable {
  /// `@id`.
  package var id: String?
  /// Its position in the Period, counted from 0.
  package var index: Int
  package var line: Int
  /// `video`, `audio`, `text`, `image` or another type that `@mimeType` starts with; nil if
  /// unknown.
  package var contentType: String?
  package var mimeType: String?
  package var codecs: String?
  /// `@lang`.
  package var language: String?
  package var roles: [SchemeDescriptor] = []
  package var essentialProperties: [SchemeDescriptor] = []
  package var supplementalProperties: [SchemeDescriptor] = []
  /// Declared here, for every Representation in the set.
  package var inbandEventStreams: [InbandEventStream] = []
  package var contentProtections: [ContentProtection] = []
  package var representations: [Representation] = []

  /// The Representation with the lowest bandwidth.
  package var smallest: Representation? {
    representations.min { ($0.bandwidth ?? .max) < ($1.bandwidth ?? .max) }
  }
}

/// A scheme and its value (5.8.2).
package struct SchemeDescriptor: Sendable, Hashable {
  /// `@schemeIdUri`.
  package var scheme: String
  package var value: String?
  package var id: String?
}

/// The media is encrypted (5.8.4.1). Event messages are not: they are read.
package struct ContentProtection: Sendable, Hashable {
  package var scheme: String
  package var value: String?
  /// `@cenc:default_KID`.
  package var defaultKeyID: String?
}
