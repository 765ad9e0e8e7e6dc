import DASH
import TimedMetadata

/// A manifest of DASH that has been fetched and parsed.
struct LoadedManifest: Sendable {
  /// As it was sent.
  let document: ManifestDocument
  /// What it describes, with the remote elements in it once they are resolved.
  var presentation: MediaPresentation
  /// The time at the server when it answered, in Unix seconds.
  var date: Int64?

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
      document = try ManifestDocument(parsing: bytes, at: url, limits: manifestLimits)
    } catch {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a manifest that cannot be read, \(error)",
        remedy: error.reason == .limit
          ? "check what wrote it, and cut it into several Periods" : "check what the server answers"
      )
    }
    presentation = document.presentation
  }

  /// Waits for a manifest and parses it.
  /// - Throws: why there is none; `cancelled`.
  init(
    _ resource: any Resource,
    name: String,
    limits: PlaylistReadingLimits
  ) throws(TimedMetadataError) {
    let response: ResourceResponse
    let bytes: [UInt8]
    do throws(ResourceError) {
      response = try resource.response()
      bytes = try resource.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
    try self.init(bytes, name: name, url: response.url, limits: limits)
    date = response.date
  }
}
