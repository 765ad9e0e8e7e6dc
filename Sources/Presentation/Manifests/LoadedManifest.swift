import DASH
import HTTP
import TimedMetadata

/// A DASH manifest that has been fetched and parsed.
struct LoadedManifest: Sendable {
  /// The presentation it describes.
  let presentation: MediaPresentation
  /// The time at the server when it answered, in Unix seconds.
  var date: Int64?
  /// The time on this machine at that moment, in Unix seconds; nil if it was not recorded.
  var received: Double?

  /// Parses a manifest.
  /// - Throws: `cannotRead`.
  init(
    _ bytes: [UInt8],
    name: String,
    url: String,
    limits: PlaylistReadingLimits
  ) throws(TimedMetadataError) {
    if let encoding = ManifestMark.foreignEncoding(of: bytes) {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a manifest in \(encoding), and only UTF-8 is read",
        remedy: "let the packager write UTF-8"
      )
    }
    var manifestLimits = ManifestLimits()
    manifestLimits.bytes = Int(limits.playlistBytes)
    do throws(ManifestError) {
      presentation = try MediaPresentation.parse(bytes, at: url, limits: manifestLimits)
    } catch {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a manifest that cannot be read, \(error)",
        remedy: error.reason == .limit
          ? "check what wrote it, and cut it into several Periods" : "check what the server answers"
      )
    }
  }

  /// The time of the answer on both clocks; nil if the server did not send it.
  var answer: AnswerDate? {
    guard let date, let received else { return nil }
    return AnswerDate(date: date, received: received)
  }

  /// Waits for a manifest and parses it. `now` returns the time on this machine; it is called when the answer is
  /// received.
  /// - Throws: The reason why there is no manifest; `cancelled`.
  init(
    _ resource: any Resource,
    name: String,
    limits: PlaylistReadingLimits,
    now: () -> Double
  ) async throws(TimedMetadataError) {
    let response: ResourceResponse
    let received: Double
    let bytes: [UInt8]
    do throws(ResourceError) {
      response = try await resource.response()
      received = now()
      bytes = try await resource.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
    try self.init(bytes, name: name, url: response.url, limits: limits)
    date = response.date
    self.received = received
  }
}
