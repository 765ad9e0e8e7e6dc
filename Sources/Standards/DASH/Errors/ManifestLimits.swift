/// Limits on what is read of a manifest. Manifests are untrusted: reading takes time and memory in proportion to these
/// limits for any input.
package struct ManifestLimits: Sendable, Hashable {
  /// Bytes of the whole manifest; a larger one is rejected.
  package var bytes = 16 << 20
  /// Elements of the whole manifest; more are rejected.
  package var elements = 400_000
  /// Depth of nested elements; deeper ones are rejected.
  package var depth = 32
  /// Attributes of one element; more are rejected.
  package var attributes = 64
  /// Periods; more are rejected.
  package var periods = 10_000
  /// Representations of all Periods; more are rejected.
  package var representations = 20_000
  /// Segments of one Representation; more are rejected. They are not stored one by one.
  package var segments = 100_000_000
  /// Entries of timelines and lists, counted for each Representation that has its own; more are
  /// rejected.
  package var entries = 1_000_000
  /// Base URLs of a Representation that are kept, counting the combinations of all levels.
  package var baseURLs = 16
  /// Notes that are kept; further notes are only counted.
  package var notes = 200

  package init() {}
}
