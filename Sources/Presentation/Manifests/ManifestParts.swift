import DASH
import TimedMetadata

/// The addresses in a DASH manifest on disk: the files at these addresses in a folder are not
/// separate inputs.
package enum ManifestParts {
  /// The most addresses that are listed.
  private static let maximumCount = 400_000

  /// Whether a file that begins with `bytes` is a manifest.
  package static func isManifest(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { ManifestMark.begins($0) }
  }

  /// The addresses in a manifest at `url`; nil if `bytes` are not a readable manifest.
  package static func addresses(in bytes: [UInt8], url: String) -> [String]? {
    guard let presentation = try? MediaPresentation.parse(bytes, at: url) else { return nil }
    var addresses: Set<String> = []
    for period in presentation.periods {
      for set in period.adaptationSets {
        for representation in set.representations {
          let segments = representation.segments
          let fixed = [segments.initialization, segments.index].compactMap(\.self)
          for location in fixed { addresses.formUnion(location.addresses) }
          let room = max(0, maximumCount - addresses.count)
          // Without an end the available segments are unknown.
          guard segments.count != nil else { continue }
          for segment in segments.all(limit: room) {
            addresses.formUnion(segment.location.addresses)
          }
        }
      }
    }
    return addresses.sorted()
  }
}
