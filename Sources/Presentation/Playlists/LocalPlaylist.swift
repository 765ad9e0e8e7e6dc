import DASH
import Glibc
import HLS
import System
import TimedMetadata

/// Playlists on disk without an end mark: captures, unless a program is writing them.
enum LocalPlaylist {
  /// A playlist that has not changed for this many target durations has ended.
  private static let endInTargetDurations = 3.0
  /// The target duration in seconds for a playlist without one.
  private static let usualTargetDuration = 6.0
  /// The number of segments at the end of a playlist that show whether they are written in real
  /// time.
  private static let pacedSegments = 4

  /// Reports how a playlist without an end mark was read.
  static let capturedNote = StreamNote(
    id: .playlistCaptured,
    detail: "no EXT-X-ENDLIST: read as captured, from its start to its end: "
      + "wait for more with --follow (pings, batch: in --config)"
  )

  /// Reports how a dynamic manifest was read.
  static let capturedManifestNote = StreamNote(
    id: .playlistCaptured,
    detail: "MPD@type is dynamic: read as captured, from its start to its end: "
      + "wait for more with --follow (pings, batch: in --config)"
  )

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
  /// - Parameters:
  ///   - playlist: The playlist that was read at `url`.
  ///   - url: Its URL; only files can be captures.
  ///   - now: Unix seconds.
  /// - Returns: Whether it can be read to its end at once.
  static func isCapture(_ playlist: MediaPlaylist, url: String, now: Double) -> Bool {
    guard playlist.isLive, ResourceAccess.scheme(of: url) == "file" else { return false }
    let limit =
      (playlist.targetDuration.map(Double.init) ?? usualTargetDuration) * endInTargetDurations
    let segments = playlist.segments.suffix(pacedSegments)
    guard let written = modified(url), now - written <= limit,
      let first = segments.first, let last = segments.last,
      let lastWritten = modified(playlist.resolve(last.uri)), now - lastWritten <= limit
    else { return true }
    guard first.uri != last.uri else { return false }
    guard let firstWritten = modified(playlist.resolve(first.uri)) else { return true }
    let seconds = segments.dropFirst().reduce(0) { $0 + $1.duration }
    return lastWritten - firstWritten < seconds / 2
  }

  /// Whether a manifest is no longer written, according to the time of its file: a packager writes it at least as
  /// often as players must read it. `now` is the time of day in Unix seconds.
  static func isCapture(_ manifest: MediaPresentation, now: Double) -> Bool {
    guard manifest.kind == .dynamic, ResourceAccess.scheme(of: manifest.address) == "file" else {
      return false
    }
    let interval = max(manifest.minimumUpdatePeriod ?? 0, usualTargetDuration)
    return modified(manifest.address).map { now - $0 > interval * endInTargetDurations } ?? true
  }

  /// The time when the file at a URL was last written, in Unix seconds; nil if there is none.
  private static func modified(_ url: String) -> Double? {
    guard let path = FileURL.path(in: url) else { return nil }
    var status = stat()
    let result = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
      path.baseAddress.map { stat($0, &status) } ?? -1
    }
    guard result == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}

extension PresentationOpening.Outcome {
  /// Ends the playlists on disk that are no longer written. Returns whether there was one.
  mutating func endCaptures() -> Bool {
    let now = Double(SystemClock.milliseconds()) / 1000
    var hasCapture = false
    for index in playlists.indices
    where LocalPlaylist.isCapture(playlists[index].playlist, url: playlists[index].url, now: now) {
      playlists[index].playlist = playlists[index].playlist.ended()
      hasCapture = true
    }
    return hasCapture
  }
}

extension PlaylistAccess {
  /// Whether the playlist is a file.
  var isLocal: Bool { url.map { ResourceAccess.scheme(of: $0) == "file" } ?? false }
}
