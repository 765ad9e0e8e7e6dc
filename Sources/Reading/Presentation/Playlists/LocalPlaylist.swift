import DASH
import Glibc
import HLS
import System
import TimedMetadata

/// Playlists and manifests on disk without an end mark. They are captures, unless a program is still writing them.
enum LocalPlaylist {
  /// The number of target durations without a change after which a playlist on disk counts as ended.
  static let endInTargetDurations = 3.0
  /// The number of last segments whose file times are compared to see whether a packager is still writing the playlist.
  private static let pacedSegments = 4

  /// Reports that a playlist without EXT-X-ENDLIST was read as a capture. `capturedManifestNote` is
  /// the equivalent for a dynamic manifest.
  static let capturedNote = captured("no EXT-X-ENDLIST")
  static let capturedManifestNote = captured("MPD@type is dynamic")

  private static func captured(_ reason: String) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail: "\(reason): read as a capture, from start to end: "
        + "use --follow to wait for more segments (in pings and batch: follow in --config)"
    )
  }

  /// Reports that a manifest on disk is still being written, and how many seconds reading waits for a new segment.
  static func writtenManifestNote(waiting seconds: Double) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail:
        "MPD@type is dynamic, and its segments are being written: reading ends when "
        + "no new segment has arrived for "
        + "\(Int(seconds.rounded(.up))) s"
    )
  }

  /// Reports the last line of a VOD playlist without an end mark, because the playlist may have been cut off.
  static func unmarkedEndNote(line: Int) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail: "EXT-X-PLAYLIST-TYPE:VOD, but no EXT-X-ENDLIST: read to line \(line), the last one: "
        + "fetch the playlist again if it was cut"
    )
  }

  /// Whether the playlist at `url` is a file that is no longer written, according to the times of the file and of its
  /// segments. A packager writes both in real time. A fresh copy of a playlist is equally recent, but its segments were
  /// all written at one moment, or long ago. `now` is the time of day in Unix seconds.
  static func isCapture(_ playlist: MediaPlaylist, url: String, now: Double) -> Bool {
    guard playlist.isLive, ResourceAccess.scheme(of: url) == "file" else { return false }
    let limit = playlist.usedTargetDuration * endInTargetDurations
    guard let written = modified(url), now - written <= limit else { return true }
    let segments = playlist.segments.suffix(pacedSegments)
      .map { (playlist.resolve($0.uri), $0.duration) }
    return !areWritten(segments, now: now, limit: limit)
  }

  /// Whether a manifest is a file that is no longer written, according to the times of the file and of the newest
  /// segments of its last Period's first Representation. `now` is the time of day in Unix seconds.
  static func isCapture(_ manifest: MediaPresentation, now: Double) -> Bool {
    guard manifest.kind == .dynamic, ResourceAccess.scheme(of: manifest.address) == "file" else {
      return false
    }
    guard let period = manifest.periods.last(where: { $0.start != nil }),
      let representation = period.adaptationSets.lazy.flatMap(\.representations).first
    else { return true }
    let range = manifest.availableSegments(of: representation, in: period, at: now)
    let segments = Array(representation.segments[range.suffix(pacedSegments)])
    let longest = segments.compactMap(\.durationSeconds).max() ?? MediaPlaylist.usualTargetDuration
    let limit = min(longest * endInTargetDurations, longestManifestWait)
    // A manifest that does not list its segments does not have to be rewritten for new ones.
    let isCounted = !representation.segments.isListed
    guard let written = modified(manifest.address), isCounted || now - written <= limit else {
      return true
    }
    let listed = segments.map { ($0.location.address, $0.durationSeconds ?? 0) }
    return !areWritten(listed, now: now, limit: limit)
  }

  /// When a manifest was captured, in Unix seconds. This determines which segments were available if the manifest does
  /// not list them. The candidates are the publish time and the time of the file, in this order. The first candidate at
  /// which the newest segment exists on disk is returned; if there is none, the first candidate.
  static func captureTime(of manifest: MediaPresentation) -> Double? {
    let times = [manifest.publishTime, modified(manifest.address)].compactMap(\.self)
    guard let period = manifest.periods.last(where: { $0.start != nil }),
      let representation = period.adaptationSets.lazy.flatMap(\.representations).first
    else { return times.first }
    return times.first { time in
      let range = manifest.availableSegments(of: representation, in: period, at: time)
      guard let last = range.last, let segment = representation.segments[last] else { return false }
      return modified(segment.location.address) != nil
    } ?? times.first
  }

  /// The longest wait for a new segment of a manifest on disk, in seconds.
  static let longestManifestWait = 60.0

  /// Whether the last segments, given by their addresses and durations in seconds, were written in real time until now.
  private static func areWritten(
    _ segments: [(address: String, duration: Double)],
    now: Double,
    limit: Double
  ) -> Bool {
    guard let first = segments.first, let last = segments.last,
      let lastWritten = modified(last.address), now - lastWritten <= limit
    else { return false }
    guard first.address != last.address else { return true }
    guard let firstWritten = modified(first.address) else { return false }
    let seconds = segments.dropFirst().reduce(0) { $0 + $1.duration }
    return lastWritten - firstWritten >= seconds / 2
  }

  /// When the file at a URL was last written, in Unix seconds; nil if unknown.
  private static func modified(_ url: String) -> Double? {
    guard let path = FileURL.path(in: url) else { return nil }
    var status = stat()
    guard FileLoader.withPath(path, { stat($0, &status) }) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}

extension PlaylistAccess {
  var isLocal: Bool { url.map { ResourceAccess.scheme(of: $0) == "file" } ?? false }
}
