import DASH
import Glibc
import HLS
import System
import TimedMetadata

/// Playlists on disk without an end mark: captures, unless a program is writing them.
enum LocalPlaylist {
  /// A playlist that has not changed for this many target durations has ended.
  static let endInTargetDurations = 3.0
  /// The number of segments at the end of a playlist that show whether they are written in real
  /// time.
  private static let pacedSegments = 4

  /// Reports how a playlist without an end mark was read, and how a dynamic manifest.
  static let capturedNote = captured("no EXT-X-ENDLIST")
  static let capturedManifestNote = captured("MPD@type is dynamic")

  private static func captured(_ reason: String) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail: "\(reason): read as captured, from its start to its end: "
        + "wait for more with --follow (pings, batch: in --config)"
    )
  }

  /// Reports that a manifest on disk is being written.
  static func writtenManifestNote(waiting seconds: Double) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail:
        "MPD@type is dynamic, and its segments are being written: waits for further ones until none has come for "
        + "\(Int(seconds.rounded(.up))) s"
    )
  }

  /// Reports where a playlist of type VOD without an end mark ends.
  static func unmarkedEndNote(line: Int) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail: "EXT-X-PLAYLIST-TYPE:VOD, but no EXT-X-ENDLIST: read to line \(line), the last one: "
        + "fetch the playlist again if it was cut"
    )
  }

  /// Whether the playlist at `url` is no longer written, according to the times of its file and of its segments: a
  /// packager writes both in real time. The files of a fresh copy are as recent, but its segments were all written at
  /// one moment, or long ago.
  /// `now` is the time of day in Unix seconds; only files can be captures.
  static func isCapture(_ playlist: MediaPlaylist, url: String, now: Double) -> Bool {
    guard playlist.isLive, ResourceAccess.scheme(of: url) == "file" else { return false }
    let limit = playlist.usedTargetDuration * endInTargetDurations
    guard let written = modified(url), now - written <= limit else { return true }
    let segments = playlist.segments.suffix(pacedSegments)
      .map { (playlist.resolve($0.uri), $0.duration) }
    return !areWritten(segments, now: now, limit: limit)
  }

  /// Whether a manifest is no longer written, according to the times of its file and of the newest segments of its first
  /// Representation. `now` is the time of day in Unix seconds.
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
    // A manifest that counts its segments need not be written again.
    let isCounted = !representation.segments.isListed
    guard let written = modified(manifest.address), isCounted || now - written <= limit else {
      return true
    }
    let listed = segments.map { ($0.location.address, $0.durationSeconds ?? 0) }
    return !areWritten(listed, now: now, limit: limit)
  }

  /// When a manifest was captured, in Unix seconds: it shows which of the segments that it only counts were there. Of when it
  /// was published and when its file was written, the first for which the newest segment is a file.
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

  /// Seconds without a new segment after which a manifest has ended, at most.
  static let longestManifestWait = 60.0

  /// Whether the last segments, by their addresses and durations in seconds, are written in real time.
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

  /// The time when the file at a URL was last written, in Unix seconds; nil if there is none.
  private static func modified(_ url: String) -> Double? {
    guard let path = FileURL.path(in: url) else { return nil }
    var status = stat()
    guard FileLoader.withPath(path, { stat($0, &status) }) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}

extension PlaylistAccess {
  /// Whether the playlist is a file.
  var isLocal: Bool { url.map { ResourceAccess.scheme(of: $0) == "file" } ?? false }
}
