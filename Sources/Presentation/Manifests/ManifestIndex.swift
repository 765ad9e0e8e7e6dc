import DASH
import ISOMedia
import TimedMetadata

/// Fetches the index of a Representation whose segments are parts of one file.
struct ManifestIndex {
  /// Indexes that one leads to: 256.
  static let maximumCount = 256

  let loader: any ResourceLoader
  let limits: PlaylistReadingLimits
  /// Remembers what is fetched. False: nobody wants it any more.
  let keep: (any Resource) -> Bool
  /// Which base URL worked for the indexes before.
  let choice: BaseURLChoice

  /// The segments, at most `limit`.
  /// - Throws: why the index cannot be read; `cancelled`.
  func segments(
    of description: RepresentationSegments,
    at first: SegmentLocation,
    below bases: [BaseURL],
    limit: Int
  ) throws(TimedMetadataError) -> [Segment] {
    var segments: [Segment] = []
    var waiting = [first]
    var count = 0
    while let location = waiting.popLast(), segments.count < limit {
      count += 1
      guard count <= Self.maximumCount else {
        throw failure(location, "leads to more than \(Self.maximumCount) indexes")
      }
      let bytes = try bytes(at: count > 1 ? location.innerIndex : location, bases)
      let entries: [IndexEntry]
      do throws(BoxFault) {
        entries = try description.entries(ofIndex: bytes, at: location)
      } catch {
        throw failure(location, error.reason)
      }
      // What the first entry leads to comes first.
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
  ) throws(TimedMetadataError) -> [UInt8] {
    let addresses = zip(bases, location.addresses).prefix(BaseAddress.maximumCount)
      .map { BaseAddress(base: $0.address, uri: $1, url: $1) }
    let source = AlternativeLoader(loader, addresses, choice) ?? loader
    let resource = source.open(
      ResourceRequest(
        url: location.address,
        byteRange: location.range.flatMap(ManifestSegments.range),
        purpose: .initialization,
        maximumSize: limits.initializationBytes
      )
    )
    guard keep(resource) else {
      resource.cancel()
      throw .interrupted(input: location.address)
    }
    do throws(ResourceError) {
      return try resource.readAll()
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
