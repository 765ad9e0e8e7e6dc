import DASH
import Formats
import HTTP
import ISOMedia
import TimedMetadata

/// Fetches the index of a Representation whose segments are parts of one file.
struct ManifestIndex {
  /// The most indexes that are read, starting from one: 256.
  static let maximumCount = 256

  let loader: any ResourceLoader
  let limits: PlaylistReadingLimits
  /// The base URL that worked for earlier indexes.
  let choice: BaseURLChoice

  /// The segments, at most `limit`.
  /// - Throws: The reason why the index cannot be read; `cancelled`.
  func segments(
    of description: RepresentationSegments,
    at first: SegmentLocation,
    below bases: [BaseURL],
    limit: Int
  ) async throws(TimedMetadataError) -> [Segment] {
    var segments: [Segment] = []
    var waiting = [first]
    var count = 0
    while let location = waiting.popLast(), segments.count < limit {
      count += 1
      guard count <= Self.maximumCount else {
        throw failure(location, "leads to more than \(Self.maximumCount) indexes")
      }
      let bytes = try await bytes(at: count > 1 ? location.innerIndex : location, bases)
      let entries: [IndexEntry]
      do throws(BoxFault) {
        entries = try description.entries(ofIndex: bytes, at: location)
      } catch {
        throw failure(location, error.reason)
      }
      // Depth first: the segments of the first entry come first.
      var inner: [SegmentLocation] = []
      for entry in entries {
        switch entry {
        case .segment(let segment): segments.append(segment)
        case .index(let location): inner.append(location)
        }
      }
      guard count + inner.count <= Self.maximumCount else {
        throw failure(location, "leads to more than \(Self.maximumCount) indexes")
      }
      waiting += inner.reversed()
    }
    segments.sort { $0.secondsInPeriod < $1.secondsInPeriod }
    return segments
  }

  private func bytes(
    at location: SegmentLocation,
    _ bases: [BaseURL]
  ) async throws(TimedMetadataError) -> [UInt8] {
    let addresses = zip(bases, location.addresses).prefix(BaseAddress.maximumCount)
      .map { BaseAddress(base: $0.address, uri: ShownURL.text($1), url: $1) }
    var body = ResourceSource(loader, addresses, choice).open(
      ResourceRequest(
        url: location.address,
        byteRange: location.range.flatMap(ManifestSegments.range),
        purpose: .initialization,
        maximumSize: limits.initializationBytes
      )
    )
    do throws(ResourceError) {
      return try await body.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
  }

  private func failure(_ location: SegmentLocation, _ reason: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: location.address,
      reason: "its segment index cannot be read (\(reason))",
      remedy: "check indexRange in the manifest"
    )
  }
}
