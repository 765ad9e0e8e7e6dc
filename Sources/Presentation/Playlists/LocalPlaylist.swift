import DASH
import Glibc
import HLS
import System
import TimedMetadata

/// Playlists on disk without their end mark: captures, unless something is writing them.
enum LocalPlaylist {
  /// A playlist that has not changed for so many target durations has ended.
  private static let endInTargetDurations = 3.0
  /// The target duration taken where the playlist has none.
  private static let usualTargetDuration = 6.0
  /// The segments at the end of a playlist that show whether they arrive while time goes on.
  private static let pacedSegments = 4

  /// Says how a playlist without its end mark was read.
  static let capturedNote = StreamNote(
    id: .playlistCaptured,
    detail: "no EXT-X-ENDLIST: read as captured, from its start to its end: "
      + "wait for more with --follow"
  )

  /// Says how a dynamic manifest was read.
  static let capturedManifestNote = StreamNote(
    id: .playlistCaptured,
    detail: "MPD@type is dynamic: read as captured, from its start to its end: "
      + "wait for more with --follow"
  )

  /// Says where a playlist of type VOD ends that has no end mark.
  static func unmarkedEndNote(line: Int) -> StreamNote {
    StreamNote(
      id: .playlistCaptured,
      detail: "EXT-X-PLAYLIST-TYPE:VOD, but no EXT-X-ENDLIST: read to line \(line), the last one: "
        + "fetch the playlist again if it was cut"
    )
  }

  /// Whether nothing writes the playlist at `url` any more, as far as its file and those of its segments
  /// show: a packager writes both while time goes on. What was copied or cut just now is as new, but its
  /// segments are all of one moment, or old.
  /// - Parameters:
  ///   - playlist: What was read at `url`.
  ///   - url: Its URL; only those with the scheme `file` can be captures.
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

  /// Whether nothing writes a manifest any more, as far as its file shows: a packager writes it again whenever
  /// players are to read it again. `now` is the time of the day in Unix seconds.
  static func isCapture(_ manifest: MediaPresentation, now: Double) -> Bool {
    guard manifest.kind == .dynamic, ResourceAccess.scheme(of: manifest.address) == "file" else {
      return false
    }
    let interval = max(manifest.minimumUpdatePeriod ?? 0, usualTargetDuration)
    return modified(manifest.address).map { now - $0 > interval * endInTargetDurations } ?? true
  }

  /// When the file at a URL was last written, in Unix seconds; nil when there is none.
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
  /// Ends the playlists on disk that nothing writes any more. Returns whether there was one.
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
