import DASH
import TimedMetadata

/// Reads the later versions of a dynamic manifest: by a patch if the previous version offers one (ISO/IEC 23009-1,
/// 5.15), or else as a whole.
struct ManifestVersions {
  /// The result of a request for a patch.
  private enum Answer {
    case version(LoadedManifest)
    /// There is no newer version yet.
    case unchanged
    /// The reason, in words.
    case unusable(String)
  }

  /// After this many consecutive reloads with an unusable patch only whole manifests are read.
  static let maximumFailures = 3
  /// After this many consecutive answers that there is no newer version the whole manifest is read: a cache may serve
  /// an old answer.
  static let maximumUnchanged = 10
  /// No Content, Not Modified, and Too Early: packagers answer so while there is no newer version.
  private static let unchangedStatuses: Set = [204, 304, 425]

  private let name: String
  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits
  /// The time on this machine, in Unix seconds.
  private let unixTime: () -> Double
  /// Stores the running request, and nil when it has ended. False: the reader was cancelled.
  private let keep: ((any Resource)?) -> Bool
  /// Receives the reason why patches are not used; called at most once.
  private let note: (String) -> Void
  /// The version to which the next patch is applied.
  private var document: ManifestDocument?
  private var usesPatches: Bool
  private var failures = 0
  private var unchanged = 0
  private var hasNoted = false

  /// Starts with the first version, `document`; nil: it does not offer patches.
  init(
    _ document: ManifestDocument?,
    name: String,
    access: PlaylistAccess,
    keep: @escaping ((any Resource)?) -> Bool,
    note: @escaping (String) -> Void
  ) {
    self.name = name
    loader = access.loader
    limits = access.limits
    unixTime = access.unixTime
    self.keep = keep
    self.note = note
    usesPatches = loader.bringsPatches
    self.document = usesPatches ? document : nil
  }

  /// Reads the version after `current`; `now` is the time at the server in Unix seconds. `isAskedAgain`: another
  /// attempt follows within seconds if this one fails.
  /// - Returns: Nil if there is no newer version yet.
  /// - Throws: The reason why it cannot be read; `cancelled`.
  mutating func next(
    after current: MediaPresentation,
    now: Double,
    isAskedAgain: Bool
  ) throws(TimedMetadataError) -> LoadedManifest? {
    guard let document, let address = current.patchAddress(at: now) else {
      return try whole(current, isAskedAgain)
    }
    switch try patch(to: document, at: address, isAskedAgain) {
    case .version(let next):
      (failures, unchanged) = (0, 0)
      self.document = next.patched
      return next
    case .unchanged:
      unchanged += 1
      if unchanged <= Self.maximumUnchanged { return nil }
      return try whole(current, isAskedAgain)
    case .unusable(let reason):
      if !hasNoted {
        hasNoted = true
        note(
          "the patch to the manifest, \(address), cannot be used, \(reason): "
            + "the whole manifest is read instead"
        )
      }
      let next = try whole(current, isAskedAgain)
      // If the manifest cannot be read either, the patch is not the problem, and its failure does
      // not count.
      failures += 1
      if failures >= Self.maximumFailures { (usesPatches, self.document) = (false, nil) }
      return next
    }
  }

  private mutating func whole(
    _ current: MediaPresentation,
    _ isAskedAgain: Bool
  ) throws(TimedMetadataError) -> LoadedManifest {
    let resource = try open(current.nextAddress) { $0.isAskedAgain = isAskedAgain }
    defer { _ = keep(nil) }
    let loaded = try LoadedManifest(resource, name: name, limits: limits, now: unixTime)
    unchanged = 0
    document = usesPatches ? loaded.patched : nil
    return loaded
  }

  private func patch(
    to document: ManifestDocument,
    at address: String,
    _ isAskedAgain: Bool
  ) throws(TimedMetadataError) -> Answer {
    // Not retried: the whole manifest is read if the patch fails.
    let resource = try open(address) {
      ($0.isTriedOnce, $0.isAskedAgain) = (true, isAskedAgain)
    }
    defer { _ = keep(nil) }
    let date: Int64?
    let received: Double
    let bytes: [UInt8]
    do throws(ResourceError) {
      date = try resource.response().date
      received = unixTime()
      bytes = try resource.readAll()
    } catch {
      if error.code == .cancelled { throw TimedMetadataError(error) }
      let isUnchanged = error.status.map(Self.unchangedStatuses.contains) ?? false
      return isUnchanged ? .unchanged : .unusable(error.reason)
    }
    if bytes.isEmpty { return .unchanged }
    do throws(ManifestError) {
      let next = try document.applying(patch: bytes)
      if next.hasSameContent(as: document) { return .unchanged }
      // Otherwise the next patch would be for another version.
      guard let time = next.presentation.publishTime,
        let known = document.presentation.publishTime, time > known
      else { return .unusable("it does not lead to a later publishTime") }
      var loaded = LoadedManifest(next)
      (loaded.date, loaded.received) = (date, received)
      return .version(loaded)
    } catch {
      return .unusable("\(error)")
    }
  }

  private func open(
    _ address: String,
    changing change: (inout ResourceRequest) -> Void
  ) throws(TimedMetadataError) -> any Resource {
    var request = ResourceRequest(
      url: address,
      purpose: .playlist,
      maximumSize: limits.playlistBytes
    )
    change(&request)
    let resource = loader.open(request)
    guard keep(resource) else {
      resource.cancel()
      throw .interrupted(input: name)
    }
    return resource
  }
}
