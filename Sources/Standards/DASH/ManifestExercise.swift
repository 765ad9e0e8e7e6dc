import ISOMedia

/// Reads arbitrary bytes as a manifest, and checks the values that are computed from it. The fuzzer calls it.
@_spi(Fuzzing)
public enum ManifestExercise {
  /// The maximum number of segments that are checked in each Representation.
  private static let segments = 50

  /// A description of the first fault; nil if no fault is found. Bytes after the first NUL are read as a segment index.
  public static func fault(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let second = parts.count > 1 ? Array(parts[1]) : []
    do throws(ManifestError) {
      let presentation = try MediaPresentation.parse(
        Array(parts.first ?? []),
        at: "https://example.com/a/b.mpd?token=t"
      )
      return fault(in: presentation, index: second)
    } catch {
      let isReported = error.line > 0 && !error.message.isEmpty && !error.message.contains("\n")
      return isReported
        ? nil : "an error without a reason or a line number, or with more than one line of text"
    }
  }

  private static func fault(in presentation: MediaPresentation, index: [UInt8]) -> String? {
    for note in presentation.notes where note.line < 1 || note.message.contains("\n") {
      return "a note without a line number, or with more than one line of text"
    }
    if let delay = presentation.reloadDelay, !(0.25...3600).contains(delay) {
      return "the next load would come too early, or not at all"
    }
    for period in presentation.periods {
      for representation in period.adaptationSets.flatMap(\.representations) {
        for now in [0, 1.7e9, .infinity] {
          let range = presentation.availableSegments(of: representation, in: period, at: now)
          if let fault = fault(in: representation.segments, range) { return fault }
        }
        guard let location = representation.segments.index, !index.isEmpty else { continue }
        do throws(BoxFault) {
          _ = try representation.segments.entries(ofIndex: index, at: location)
        } catch {
          if error.reason.isEmpty { return "an index is refused without a reason" }
        }
      }
    }
    return nil
  }

  private static func fault(in segments: RepresentationSegments, _ range: Range<Int>) -> String? {
    for segment in segments[range].prefix(Self.segments) {
      guard segment.secondsInPeriod.isFinite, segment.durationSeconds ?? 0 >= 0 else {
        return "a segment with impossible times"
      }
      guard segment.location.address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        return "an address has characters that no address may contain"
      }
    }
    return nil
  }
}
