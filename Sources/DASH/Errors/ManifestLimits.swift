/// How much of a manifest is read. Manifests are hostile input: time and memory stay in proportion to
/// these numbers whatever the bytes say.
package struct ManifestLimits: Sendable, Hashable {
  /// Bytes of the whole manifest; more are refused.
  package var bytes = 16 << 20
  /// Elements of the whole manifest; more are refused.
  package var elements = 400_000
  /// Elements in one another; more are refused.
  package var depth = 32
  /// Attributes of one element; more are refused.
  package var attributes = 64
  /// Periods; more are refused.
  package var periods = 10_000
  /// Representations of all Periods; more are refused.
  package var representations = 20_000
  /// Segments of one Representation; more are refused. They are not kept one by one.
  package var segments = 100_000_000
  /// Entries of timelines and of lists, counted for each Representation that has its own; more are
  /// refused.
  package var entries = 1_000_000
  /// Base URLs of a Representation that are kept, the combinations of all levels counted.
  package var baseURLs = 16
  /// Operations of a patch; more are refused.
  package var patchOperations = 2_000
  /// Notes that are kept; further ones are counted.
  package var notes = 200

  package init() {}
}
