import DASH
import TimedMetadata

extension ManifestSet {
  /// Describes the AdaptationSet of a Representation in one Period.
  init(_ part: ManifestRendition.Part) {
    let set = part.set
    self.init(
      name: set.id.map { "\(set.kind)/\($0)" } ?? "\(set.kind)#\(set.index + 1)",
      period: part.period.id ?? "\(part.period.index + 1)",
      declaredEvents: Set(
        part.representation.inbandEventStreams.map {
          DeclaredEventStream(scheme: $0.scheme, value: $0.value ?? "")
        }
      ),
      continuesPeriod: (set.supplementalProperties + set.essentialProperties).contains {
        Self.continuitySchemes.contains($0.scheme)
      }
    )
  }

  /// ISO/IEC 23009-1, 5.3.2.4.
  private static let continuitySchemes: Set = [
    "urn:mpeg:dash:period-continuity:2015", "urn:mpeg:dash:period-connectivity:2015",
  ]
}
