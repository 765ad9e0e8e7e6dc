/// The declarations of a manifest of DASH about the AdaptationSet of a segment, in the segment's Period
/// (ISO/IEC 23009-1, 5.3.3).
public struct ManifestSet: Sendable, Hashable {
  /// Its kind and its `@id`: `video/1`; without an id its place in the Period: `video#1`.
  public var name: String
  /// `Period@id`; without one the place of the Period in the manifest, from 1.
  public var period: String
  /// The event messages declared for the Representation: InbandEventStream of the AdaptationSet and its own.
  public var declaredEvents: Set<DeclaredEventStream>
  /// Whether it declares that it continues a set of an earlier Period (5.3.2.4, Period continuity and
  /// connectivity).
  public var continuesPeriod: Bool

  /// Makes a description with the given parts.
  public init(
    name: String,
    period: String,
    declaredEvents: Set<DeclaredEventStream> = [],
    continuesPeriod: Bool = false
  ) {
    self.name = name
    self.period = period
    self.declaredEvents = declaredEvents
    self.continuesPeriod = continuesPeriod
  }
}
