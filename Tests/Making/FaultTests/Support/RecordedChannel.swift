import Conformance
import Presentation
import TimedMetadata

// `TimedMetadata` also has a type with this name.
import struct StreamMaker.PublishingClock

@testable import StreamMaker

/// A live channel made in advance, with every version of its playlists. A clock that advances when all followers wait
/// determines which version is served.
struct RecordedChannel: Sendable {
  fileprivate struct Version {
    /// The time at which the version was written, in Unix seconds.
    var time: Double
    var bytes: [UInt8]
  }

  /// The start of the channel, 2026-01-02T03:04:05Z, in Unix seconds.
  private static let begin = 1_767_323_045.0

  /// The versions of each file, ordered by time. Files are never removed, because the time of a segment request depends
  /// on the machine and not on the clock.
  private let files: [String: [Version]]
  /// The time of the last playlist version, which ends the channel, in Unix seconds.
  private let end: Double
  /// The number of playlists or manifests that are followed.
  private let followers: Int
  private let entry: String
  private let refusesDirectives: Bool

  init(_ options: PresentationOptions) throws {
    let recorder = Recorder(now: Self.begin)
    let clock = PublishingClock(now: { recorder.now }) { time in
      recorder.now = max(recorder.now, time)
    }
    let maker = PresentationMaker(options)
    try maker.follow(clock, to: recorder)
    entry = maker.entryName
    files = recorder.files
    refusesDirectives = options.stream.fault?.refusesDirectives ?? false
    end = recorder.now
    followers =
      options.writesManifest ? 1 : files.keys.count { $0.hasSuffix("/index.m3u8") }
  }

  /// Checks the channel, read from its beginning.
  func check() async throws -> CheckReport {
    let clock = FollowedClock(now: Self.begin, end: end, followers: followers)
    let server = RecordedServer(files: files, clock: clock, refusesDirectives: refusesDirectives)
    var loader = MemoryResources { await server.answer(to: $0) }
    loader.date = { Int64(clock.now) }
    let name = entry
    // A master playlist is read once, in its final version. A manifest is followed from its first version.
    let isManifest = name == PresentationMaker.manifestName
    let versions = files[name]?.filter { !isManifest || $0.time <= Self.begin }
    guard let first = versions?.last?.bytes else { throw MadeStream.NoSuchFile(name: name) }
    var access = PlaylistAccess(url: MemoryResources.url(of: name), loader: loader)
    access.clock = clock
    access.readsInterstitials = true
    var options = CheckOptions()
    options.now = Self.begin
    return await CheckReport(
      reading: MemorySource(first, name: name),
      access: access,
      options: options
    )
  }

  /// Records when each file is written.
  private final class Recorder: PresentationStore {
    var now: Double
    private(set) var files: [String: [Version]] = [:]

    init(now: Double) { self.now = now }

    func write(_ bytes: [UInt8], to name: String) {
      files[name, default: []].append(Version(time: now, bytes: bytes))
    }

    func append(_ bytes: [UInt8], to name: String) {
      if files[name] == nil { files[name] = [Version(time: now, bytes: [])] }
      files[name]?[0].bytes += bytes
    }

    func close(_ name: String) {}

    func remove(_ name: String) {}
  }
}

/// Answers requests for the files of a channel as `make --serve` does.
private struct RecordedServer {
  let files: [String: [RecordedChannel.Version]]
  let clock: FollowedClock
  let refusesDirectives: Bool

  /// The bytes of a file at the time of the clock; nil if the file does not exist yet, or the request is refused. A
  /// request for a later version of a playlist is held until that version exists.
  func answer(to request: String) async -> [UInt8]? {
    let words = request.split(separator: "?", maxSplits: 1)
    guard let name = words.first, let versions = files[String(name)] else { return nil }
    guard name.hasSuffix(".m3u8") || name.hasSuffix(".mpd") else { return versions.last?.bytes }
    if let awaited = AwaitedVersion(query: words.dropFirst().first) {
      guard !refusesDirectives,
        let next = versions.first(where: { awaited.answer(by: $0.bytes) == .ready })
      else { return nil }
      if next.time > clock.now { await clock.sleep(until: next.time) }
    }
    let now = clock.now
    return versions.last { $0.time <= now }?.bytes
  }
}
