import HTTP
import LiveWatch
import Presentation
import Synchronization
import System
import TimedMetadata

/// One connection to a `LiveChannel`. It returns the channel's bytes, and records which segments were requested and
/// read.
final class ChannelReading: ResourceLoader {
  /// The progress of a connection.
  struct Progress: Sendable {
    /// The number of segment bytes that were returned, and the number that the reader has reported as read.
    var served: Int64 = 0
    var read: Int64 = 0
    /// The number of requested segments, available or not.
    var segments = 0
    /// The last segment in each variant's latest playlist, and the last requested segment.
    var listed: [Int: String] = [:]
    var asked: [Int: String] = [:]

    /// Whether all listed segments have been requested and completely read.
    var isComplete: Bool { listed == asked && read >= served }
  }

  /// The URL of the channel, at which no server listens.
  static let origin = "http://channel.invalid"

  private let channel: LiveChannel
  private let clock: ManualClock
  private let connection: FeedConnection
  private let state = Mutex(Progress())

  init(_ channel: LiveChannel, clock: ManualClock, connection: FeedConnection) {
    self.channel = channel
    self.clock = clock
    self.connection = connection
  }

  var progress: Progress { state.withLock { $0 } }
  var isCancelled: Bool { connection.isCancelled }

  /// The waiter for tasks that follow a playlist of this connection.
  var follower: ManualClock.Waiter { .follower(ObjectIdentifier(connection)) }

  /// Opens the channel with both variants.
  func open() async throws(TimedMetadataError) -> TimedMetadataEvents {
    let url = Self.origin + "/two.m3u8"
    let resource = open(ResourceRequest(url: url, purpose: .playlist, maximumSize: .max))
    do throws(ResourceError) {
      _ = try await resource.response()
    } catch {
      throw TimedMetadataError(error, of: url)
    }
    var access = connection.prepare(PlaylistAccess(url: url, loader: self))
    access.clock = FollowerClock(clock: clock, waiter: follower)
    let events = try await TimedMetadataEvents(
      name: url,
      access: access,
      options: connection.readerOptions(),
      next: connection.record(url: url, resource.items(name: url))
    )
    connection.observe(events)
    let report = events.onProgress
    // This is called after all bytes of earlier reads have been received.
    events.onProgress = { [self] read, size in
      report(read, size)
      state.withLock { $0.read = read }
      clock.noteChange()
    }
    return events
  }

  /// The clock for tasks that follow playlists.
  private struct FollowerClock: TaskClock {
    let clock: ManualClock
    let waiter: ManualClock.Waiter

    var now: Double { clock.now }

    var unixTime: Double { clock.unixTime }

    func sleep(until time: Double) async { await clock.sleep(until: time, for: waiter) }
  }

  // MARK: - ResourceLoader

  func open(_ request: ResourceRequest) -> any Resource {
    guard !connection.isCancelled else {
      return MemoryResource(
        request.url,
        .failure(
          ResourceError(.cancelled, url: request.url, reason: "interrupted", remedy: "run it again")
        )
      )
    }
    let path = String(request.url.dropFirst(Self.origin.count))
    let bytes = channel.bytes(at: path)
    note(path, bytes ?? [])
    let error = ResourceError(
      .notFound,
      url: request.url,
      reason: "channel.invalid answered 404 (not found)",
      remedy: "check the URL"
    )
    return MemoryResource(request.url, bytes.map { .success($0) } ?? .failure(error))
  }

  private func note(_ path: String, _ bytes: [UInt8]) {
    let name = String(path.dropFirst())
    guard let variant = LiveChannel.variant(of: name) else { return }
    state.withLock { progress in
      if name.hasSuffix(".m3u8") {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        // A refused playlist lists no new segments.
        guard let last = lines.last(where: { $0.hasSuffix(".ts") }) else { return }
        progress.listed[variant] = String(last)
      } else {
        progress.served += Int64(bytes.count)
        progress.segments += 1
        let segment = String(name.split(separator: "/").last ?? "")
        progress.asked[variant] = max(progress.asked[variant] ?? "", segment)
      }
    }
    clock.noteChange()
  }
}

/// A resource in memory, or an error.
final class MemoryResource: Resource {
  private let url: String
  private let bytes: Result<[UInt8], ResourceError>
  private let position = Mutex(0)

  /// The maximum number of bytes per read.
  private static let pieceSize = 64 << 10

  init(_ url: String, _ bytes: Result<[UInt8], ResourceError>) {
    self.url = url
    self.bytes = bytes
  }

  func response() async throws(ResourceError) -> ResourceResponse {
    ResourceResponse(url: url, size: Int64(try bytes.get().count))
  }

  func next() async throws(ResourceError) -> [UInt8] {
    let bytes = try bytes.get()
    return position.withLock { position in
      let piece = bytes[position...].prefix(Self.pieceSize)
      position += piece.count
      return Array(piece)
    }
  }

  func cancel() {}
}
