import Formats
import HLS
import TimedMetadata

/// Reads the beginning of the assets of interstitials, with limits on their number, their bytes and the time. The
/// loader of the presentation restricts which addresses are read.
final class AssetReader {
  /// The facts about one asset.
  struct Asset: Sendable, Equatable {
    /// Nielsen tags in the part that was read; nil: too little of it could be read.
    var tags: Int?
    /// Its duration in seconds, from its list or as far as it was read.
    var seconds: Double?
    /// The reason why it could not be read.
    var failure: TimedMetadataError?
  }

  /// The assets of an interstitial.
  struct Assets {
    /// Those that were read, in order.
    var known: [Asset]
    /// The number of assets.
    var count: Int
  }

  /// The most assets that are read, over all interstitials.
  static let maximumAssets = 16
  static let assetsPerList = 8
  /// Seconds that are read of an asset: tags come every ten seconds.
  static let secondsPerAsset = 30.0
  /// The most bytes of all assets together: 64 MiB.
  static let maximumBytes: Int64 = 64 << 20
  /// The most bytes of a playlist or a list: 1 MiB.
  static let playlistBytes: Int64 = 1 << 20
  /// Seconds after which no further asset is read.
  static let maximumSeconds = 60.0

  private let access: PlaylistAccess
  private let isCancelled: () -> Bool
  private let end: Double
  private var bytesRead: Int64 = 0
  private var known: [String: Asset] = [:]

  init(_ access: PlaylistAccess, isCancelled: @escaping () -> Bool) {
    self.access = access
    self.isCancelled = isCancelled
    end = access.clock.now + Self.maximumSeconds
  }

  /// Whether the user ended the reading.
  var isInterrupted: Bool { isCancelled() }

  /// The assets of an interstitial; nil if a limit was reached before all were read.
  func assets(of interstitial: Interstitial) -> Assets? {
    if let url = interstitial.assetURL { return asset(url).map { Assets(known: [$0], count: 1) } }
    guard let url = interstitial.assetListURL, !isOver else { return nil }
    do throws(TimedMetadataError) {
      let entries = try entries(ofList: url)
      var assets: [Asset] = []
      for entry in entries.prefix(Self.assetsPerList) {
        guard var asset = asset(entry.url) else { return nil }
        asset.seconds = entry.seconds ?? asset.seconds
        assets.append(asset)
      }
      return Assets(known: assets, count: entries.count)
    } catch {
      guard error.code != .cancelled else { return nil }
      return Assets(known: [Asset(failure: error)], count: 1)
    }
  }

  private var isOver: Bool {
    isCancelled() || bytesRead >= Self.maximumBytes || access.clock.now >= end
  }

  /// Reads an asset once; nil if a limit has been reached.
  private func asset(_ url: String) -> Asset? {
    if let asset = known[url] { return asset }
    guard known.count < Self.maximumAssets, !isOver else { return nil }
    var asset = Asset()
    do throws(TimedMetadataError) {
      try read(url, into: &asset)
    } catch {
      if error.code != .cancelled { asset.failure = error }
    }
    known[url] = asset
    return asset
  }

  private func read(_ url: String, into asset: inout Asset) throws(TimedMetadataError) {
    let source = open(url)
    var access = PlaylistAccess(
      url: try source.response().url,
      loader: access.loader,
      selection: RenditionSelection(isFirstVariantOnly: true),
      start: .beginning
    )
    access.limits.playlistBytes = Self.playlistBytes
    access.limits.renditions = 4
    access.limits.segmentBytes = Self.maximumBytes
    access.clock = self.access.clock
    let before = bytesRead
    let options = ReaderOptions(
      limitSeconds: Self.secondsPerAsset,
      progress: { bytes, _ in self.bytesRead = before + bytes },
      isCancelled: { self.isOver }
    )
    let reader = try TimedMetadataReader(source, playlistAccess: access, options: options)
    while let event = try reader.next() {
      guard case .end(let summary) = event else { continue }
      let isComplete = summary.renditions.contains { $0.segmentsRead > 0 }
      asset.seconds = summary.duration
      // Renditions contain the same tags.
      asset.tags = isComplete ? summary.renditions.map(\.nielsenTags).max() : nil
    }
  }

  /// The assets in a list: `{"ASSETS": [{"URI": …, "DURATION": …}]}` (rfc8216bis, appendix D.2).
  private func entries(
    ofList url: String
  ) throws(TimedMetadataError) -> [(url: String, seconds: Double?)] {
    let source = open(url)
    let base = try source.response().url
    let bytes = try ChunkReader(source).readAll(limit: Int(Self.playlistBytes))
    let list: JSONValue
    do throws(JSONSyntaxError) {
      list = try JSONValue(parsing: bytes)
    } catch {
      throw Self.noList(url, "\(error)")
    }
    guard case .array(let entries)? = list["ASSETS"] else {
      throw Self.noList(url, "it has no ASSETS")
    }
    return entries.compactMap { entry in
      entry["URI"]?.stringValue.map { uri in
        (URIResolution.resolve(uri, against: base), Self.seconds(entry["DURATION"]))
      }
    }
  }

  /// A duration; nil if the value is not one.
  private static func seconds(_ value: JSONValue?) -> Double? {
    value?.doubleValue.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  private static func noList(_ url: String, _ reason: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: url,
      reason: "is not a list of assets: \(reason)",
      remedy: "check what the server answers"
    )
  }

  private func open(_ url: String) -> ResourceByteSource {
    let request = ResourceRequest(url: url, purpose: .playlist, maximumSize: Self.playlistBytes)
    return ResourceByteSource(access.loader.open(request), name: url) { self.isOver }
  }
}
