import Formats
import HLS
import HTTP
import Synchronization
import TimedMetadata

/// Reads the beginning of the assets of interstitials, within limits on their number, bytes and
/// time. The loader of the presentation restricts which addresses may be read.
final class AssetReader {
  struct Asset: Sendable, Equatable {
    /// The highest number of Nielsen tags in any rendition that was read; nil if unknown.
    var tags: Int?
    /// The duration in seconds: from the asset list, or else the duration that was read. Nil if unknown.
    var seconds: Double?
    /// The reason why the asset could not be read; nil if reading did not fail.
    var failure: TimedMetadataError?
  }

  struct Assets {
    /// The assets that the reader tried to read, in order.
    var known: [Asset]
    /// The number of assets of the interstitial, including those that were not read; 1 if their list cannot be read.
    var count: Int
  }

  /// The maximum number of assets that are read, over all interstitials.
  static let maximumAssets = 16
  static let assetsPerList = 8
  /// Seconds that are read from the start of each asset. Nielsen tags are usually ten seconds apart.
  static let secondsPerAsset = 30.0
  /// The number of bytes of all assets together after which no more are read: 64 MiB.
  static let maximumBytes: Int64 = 64 << 20
  /// The maximum size of a playlist or an asset list, in bytes: 1 MiB.
  static let playlistBytes: Int64 = 1 << 20
  /// The time limit for all assets together, in seconds.
  static let maximumSeconds = 60.0

  private let access: PlaylistAccess
  private let end: Double
  private var bytesRead: Int64 = 0
  private var known: [String: Asset] = [:]

  init(_ access: PlaylistAccess) {
    self.access = access
    end = access.clock.now + Self.maximumSeconds
  }

  /// Reads the assets of an interstitial. Returns nil if a limit had been reached, or the task was cancelled, before the
  /// reader began with each of them. The tags of an asset are nil if reading it was cut short.
  func assets(of interstitial: Interstitial) async -> Assets? {
    if let url = interstitial.assetURL {
      return await asset(url).map { Assets(known: [$0], count: 1) }
    }
    guard let url = interstitial.assetListURL, !isOver else { return nil }
    do throws(TimedMetadataError) {
      let entries = try await entries(ofList: url)
      var assets: [Asset] = []
      for entry in entries.prefix(Self.assetsPerList) {
        guard var asset = await asset(entry.url) else { return nil }
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
    Task.isCancelled || bytesRead >= Self.maximumBytes || access.clock.now >= end
  }

  /// Reads an asset unless it has been read before. Returns nil if a limit has been reached or the task is cancelled.
  private func asset(_ url: String) async -> Asset? {
    if let asset = known[url] { return asset }
    guard known.count < Self.maximumAssets, !isOver else { return nil }
    let (access, room) = (access, Self.maximumBytes - bytesRead)
    let (asset, byteCount) = await limited { await Self.read(url, access, byteLimit: room) }
    bytesRead += byteCount
    known[url] = asset
    return asset
  }

  /// Runs an operation. Cancels it when the time for reading assets is over, or when the task is cancelled.
  private func limited<Value: Sendable>(
    _ operation: @escaping @Sendable () async -> Value
  ) async -> Value {
    let work = Task { await operation() }
    let left = end - access.clock.now
    let timer = Task {
      try await Task.sleep(for: .seconds(left))
      work.cancel()
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
  }

  private static func read(
    _ url: String,
    _ access: PlaylistAccess,
    byteLimit: Int64
  ) async -> (Asset, Int64) {
    var asset = Asset()
    let count = Mutex<Int64>(0)
    do throws(TimedMetadataError) {
      let (base, bytes) = try await bytes(at: url, access.loader)
      var inner = PlaylistAccess(
        url: base,
        loader: access.loader,
        selection: RenditionSelection(isFirstVariantOnly: true),
        start: .beginning
      )
      inner.limits.playlistBytes = playlistBytes
      inner.limits.renditions = 4
      inner.limits.segmentBytes = maximumBytes
      inner.clock = access.clock
      let options = ReaderOptions(limitSeconds: secondsPerAsset)
      let source = MemorySource(bytes, name: ShownURL.text(url))
      let events = try TimedMetadataEvents(source, access: inner, options: options)
      events.onProgress = { bytes, _ in count.withLock { $0 = bytes } }
      while count.withLock({ $0 }) < byteLimit, let event = try await events.next() {
        guard case .end(let summary) = event else { continue }
        // An asset that is not a playlist has no renditions, so only its readability is known.
        guard summary.playlist != nil else { return (asset, Int64(bytes.count)) }
        let isComplete = summary.renditions.contains { $0.segmentsRead > 0 }
        asset.seconds = summary.duration
        // Renditions usually repeat the same tags, so their counts are not added: the highest count is used.
        asset.tags = isComplete ? summary.renditions.map(\.nielsenTags).max() : nil
      }
    } catch {
      if error.code != .cancelled { asset.failure = error }
    }
    return (asset, count.withLock { $0 })
  }

  /// The assets in a list such as `{"ASSETS": [{"URI": "a.m3u8", "DURATION": 30}]}` (rfc8216bis, appendix D.2).
  private func entries(
    ofList url: String
  ) async throws(TimedMetadataError) -> [(url: String, seconds: Double?)] {
    let loader = access.loader
    let fetched = await limited {
      do throws(TimedMetadataError) {
        return Result<_, TimedMetadataError>.success(try await Self.bytes(at: url, loader))
      } catch {
        return .failure(error)
      }
    }
    let (base, bytes) = try fetched.get()
    let list: JSONValue
    do throws(JSONFault) {
      list = try JSONValue(parsing: bytes)
    } catch {
      throw Self.noList(url, "\(error)")
    }
    guard case .array(let entries)? = list["ASSETS"] else {
      throw Self.noList(url, "it has no array ASSETS")
    }
    return entries.compactMap { entry in
      entry["URI"]?.stringValue.map { uri in
        (URIResolution.resolve(uri, against: base), Self.seconds(entry["DURATION"]))
      }
    }
  }

  /// A duration in seconds; nil unless the value is a finite number of at least 0.
  private static func seconds(_ value: JSONValue?) -> Double? {
    value?.doubleValue.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  private static func noList(_ url: String, _ reason: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: ShownURL.text(url),
      reason: "is not a list of assets: \(reason)",
      remedy: "check the response of the server"
    )
  }

  private static func bytes(
    at url: String,
    _ loader: any ResourceLoader
  ) async throws(TimedMetadataError) -> (url: String, bytes: [UInt8]) {
    let request = ResourceRequest(url: url, purpose: .playlist, maximumSize: playlistBytes)
    return try await loader.open(request).whole()
  }
}
