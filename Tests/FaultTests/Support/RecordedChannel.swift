import Conformance
import StreamMaker
import TimedMetadata

// TimedMetadata has another one.
import struct StreamMaker.PublishingClock

/// A live channel that was made beforehand, with every state that its playlists had. It is read by a clock
/// that goes on when all who follow it wait.
struct RecordedChannel: Sendable {
  private struct Version {
    /// From when on it stands there, in Unix seconds.
    var time: Double
    var bytes: [UInt8]
  }

  /// 2026-01-02T03:04:05Z, when the channel begins.
  private static let begin = 1_767_323_045.0

  /// The versions of each file, in the order of time. Nothing is taken away: how quickly a segment is
  /// fetched depends on the machine, and not on this clock.
  private let files: [String: [Version]]
  /// When the last version of a playlist appears, which ends the channel.
  private let end: Double
  /// How many playlists are followed.
  private let followers: Int

  /// Makes a channel.
  init(_ options: PresentationOptions) throws {
    let recorder = Recorder(now: Self.begin)
    let clock = PublishingClock(now: { recorder.now }) { time in
      recorder.now = max(recorder.now, time)
    }
    try PresentationMaker(options).follow(clock, to: recorder)
    files = recorder.files
    end = recorder.now
    followers = files.keys.count { $0.hasSuffix("/index.m3u8") }
  }

  /// What `check` says of the channel when it reads it from its begin on.
  func check() throws -> CheckReport {
    let clock = FollowedClock(now: Self.begin, end: end, followers: followers)
    let files = files
    let loader = MemoryResources { name in
      let now = clock.now
      return files[name]?.last { $0.time <= now || !name.hasSuffix(".m3u8") }?.bytes
    }
    let name = PresentationMaker.masterPlaylistName
    guard let master = files[name]?.last?.bytes else { throw MadeStream.NoSuchFile(name: name) }
    var access = PlaylistAccess(url: MemoryResources.url(of: name), loader: loader)
    access.clock = clock
    var options = CheckOptions()
    options.now = Self.begin
    return CheckReport(
      reading: MemorySource(master, name: name),
      access: access,
      options: options
    )
  }

  /// Notes when which file was written.
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
