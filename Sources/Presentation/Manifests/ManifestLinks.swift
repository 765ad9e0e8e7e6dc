import DASH
import Synchronization
import TimedMetadata

/// Replaces references to remote elements (XLink, ISO/IEC 23009-1, 5.5) in the versions of a manifest.
///
/// The standard requires a reference to be resolved for each version. Here the content of an address is kept as long
/// as versions refer to it: for a live manifest the same Periods would be fetched every few seconds, and an ad server
/// might count each request as an ad.
final class ManifestLinks: Sendable {
  /// The most references in a version that are followed.
  static let maximumCount = 16
  /// An address that has failed this many times is not asked again.
  static let maximumFailures = 3
  /// After this many addresses that do not answer, the others are left to the next version: each takes time, in which
  /// a live presentation proceeds.
  static let maximumSilent = 2
  /// Characters of an address in a note.
  private static let longestAddress = 200

  private struct Key: Hashable {
    var element: String
    var address: String

    init(_ link: ManifestLink) { (element, address) = (link.element, link.address) }
  }

  private struct Answer {
    var elements: RemoteElements
    var size: Int64
  }

  /// The results of earlier versions.
  private struct Known {
    var answers: [Key: Answer] = [:]
    var failures: [Key: Int] = [:]
    /// The kinds of notes on whole versions that have been given: each is given once.
    var noted: Set<VersionNote> = []
  }

  private enum VersionNote { case tooMany, notReadable, silent }

  /// The reason why an address gave no elements.
  private struct Failure: Error {
    var error: TimedMetadataError
    /// It did not answer in time.
    var isSilent = false
  }

  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits
  private let known = Mutex(Known())

  init(_ loader: any ResourceLoader, limits: PlaylistReadingLimits) {
    self.loader = loader
    self.limits = limits
  }

  /// Fetches the remote elements of a version, and waits for them.
  ///
  /// - Parameters:
  ///   - manifest: The version. If it has no references, it is returned as it is.
  ///   - keep: Stores the running request. False: the reader was cancelled.
  ///   - note: Receives the reason why a remote element is unavailable: the element keeps its content in the manifest.
  /// - Returns: The version with the available remote elements.
  /// - Throws: `cancelled`.
  func resolve(
    _ manifest: LoadedManifest,
    keep: (any Resource) -> Bool,
    note: (String) -> Void
  ) throws(TimedMetadataError) -> LoadedManifest {
    let links = manifest.document.links
    if links.isEmpty { return manifest }
    let followed = links.filter { !$0.resolvesToZero }.prefix(Self.maximumCount)
    var known = self.known.withLock { $0 }
    // Only references of the current version are kept, so that these do not grow.
    let keys = Set(followed.map { Key($0) })
    known.answers = known.answers.filter { keys.contains($0.key) }
    known.failures = known.failures.filter { keys.contains($0.key) }
    var room = limits.playlistBytes - known.answers.values.reduce(0) { $0 + $1.size }
    var asked: Set<Key> = []
    var silentCount = 0
    for link in followed where silentCount < Self.maximumSilent {
      let key = Key(link)
      let failures = known.failures[key] ?? 0
      guard asked.insert(key).inserted, known.answers[key] == nil,
        failures < Self.maximumFailures
      else { continue }
      do throws(Failure) {
        let answer = try answer(to: link, atMost: room, keep: keep)
        known.answers[key] = answer
        room -= answer.size
      } catch {
        if error.error.code == .cancelled { throw error.error }
        if error.isSilent { silentCount += 1 }
        known.failures[key] = failures + 1
        if failures == 0 { note(Self.words(link, error.error)) }
      }
    }
    func noteOnce(_ kind: VersionNote, _ words: String) {
      if known.noted.insert(kind).inserted { note(words) }
    }
    if silentCount >= Self.maximumSilent {
      noteOnce(
        .silent,
        "\(silentCount) remote elements do not come in time: the others are left to the next version"
      )
    }
    let left = links.count { !$0.resolvesToZero } - followed.count
    if left > 0 {
      noteOnce(
        .tooMany,
        "\(left) more references to remote elements than the \(Self.maximumCount) that are read"
      )
    }
    let isFollowed = Set(followed)
    var resolved = manifest
    do throws(ManifestError) {
      resolved.presentation = try manifest.document.resolvingLinks { link in
        isFollowed.contains(link) ? known.answers[Key(link)]?.elements : nil
      }
      .presentation
    } catch {
      noteOnce(
        .notReadable,
        "the manifest cannot be read with its remote elements, \(error): read without them"
      )
    }
    self.known.withLock { [known] in $0 = known }
    return resolved
  }

  private func answer(
    to link: ManifestLink,
    atMost size: Int64,
    keep: (any Resource) -> Bool
  ) throws(Failure) -> Answer {
    var request = ResourceRequest(
      url: link.address,
      purpose: .playlist,
      maximumSize: max(0, size)
    )
    request.isTriedOnce = true
    let resource = loader.open(request)
    guard keep(resource) else {
      resource.cancel()
      throw Failure(error: .interrupted(input: link.address))
    }
    let bytes: [UInt8]
    do throws(ResourceError) {
      bytes = try resource.readAll()
    } catch {
      let isSilent = [.timedOut, .unreachable].contains(error.code)
      throw Failure(error: TimedMetadataError(error), isSilent: isSilent)
    }
    var manifestLimits = ManifestLimits()
    manifestLimits.bytes = Int(max(0, size))
    do throws(ManifestError) {
      let elements = try RemoteElements(parsing: bytes, for: link, limits: manifestLimits)
      return Answer(elements: elements, size: Int64(bytes.count))
    } catch {
      throw Failure(
        error: TimedMetadataError(
          .cannotRead,
          input: link.address,
          reason: "\(error)",
          remedy: "check what the server answers"
        )
      )
    }
  }

  private static func words(_ link: ManifestLink, _ error: TimedMetadataError) -> String {
    let address = link.address.prefix(longestAddress)
    return
      "line \(link.line): \(link.element) is remote, and \(address) cannot be used: "
      + "\(error.reason): read as if it were not: \(error.remedy)"
  }
}
