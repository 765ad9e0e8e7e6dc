import ReaderTestSupport
import TestSupport
import TimedMetadata

@testable import Presentation

/// Transport stream segments with one tag per second, and their playlists.
enum SamplePresentation {
  /// The URL of the playlist that is read.
  static let url = "https://test/index.m3u8"

  /// Segments of one continuous stream with a tag 0.9 s after each full second.
  static func segments(
    _ count: Int,
    seconds: Int = 2,
    start: Int64 = 900_000,
    firstIndex: Int = 0
  ) -> [[UInt8]] {
    var builder = StreamBuilder()
    var ends: [Int] = [0]
    for segment in 0..<count {
      builder.tables()
      builder.tags(
        seconds,
        start: start + Int64(segment * seconds) * 90_000,
        firstIndex: firstIndex + segment * seconds
      )
      ends.append(builder.bytes.count)
    }
    return zip(ends, ends.dropFirst()).map { Array(builder.bytes[$0..<$1]) }
  }

  /// Segments of one audio stream without tags.
  static func segmentsWithoutTags(_ count: Int, seconds: Int = 2, start: Int64 = 900_000)
    -> [[UInt8]]
  {
    (0..<count).map { segment in
      var builder = StreamBuilder()
      builder.tables(StreamBuilder.map(id3: []))
      for tenth in 0..<seconds * 10 {
        builder.audio(pts: start + Int64(segment * seconds * 10 + tenth) * 9000)
      }
      return builder.bytes
    }
  }

  /// A media playlist of `names`, with `lines` before the segments of these numbers.
  static func playlist(
    _ names: [String],
    seconds: Int = 2,
    mediaSequence: Int = 0,
    lines: [Int: [String]] = [:],
    header: [String] = [],
    isLive: Bool = false
  ) -> String {
    var text = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(seconds)"]
    text += ["#EXT-X-MEDIA-SEQUENCE:\(mediaSequence)"] + header
    for (index, name) in names.enumerated() {
      text += lines[index] ?? []
      text += ["#EXTINF:\(seconds).0,", name]
    }
    if !isLive { text.append("#EXT-X-ENDLIST") }
    return text.joined(separator: "\n") + "\n"
  }

  /// The files of a presentation: `segments` as `NAME0.ts`, `NAME1.ts` and so on.
  static func files(_ segments: [[UInt8]], name: String = "s") -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: segments.enumerated().map { ("https://test/\(name)\($0).ts", $1) }
    )
  }

  /// File names as `NAME0.ts`, `NAME1.ts` and so on.
  static func names(_ count: Int, name: String = "s") -> [String] {
    (0..<count).map { "\(name)\($0).ts" }
  }

  /// A reader of a playlist.
  static func reader(
    _ playlist: String,
    _ loader: MemoryLoader,
    options: ReaderOptions = ReaderOptions(),
    change: (inout PlaylistAccess) -> Void = { _ in }
  ) throws(TimedMetadataError) -> TimedMetadataEvents {
    var access = PlaylistAccess(url: url, loader: loader)
    change(&access)
    return try TimedMetadataEvents(
      MemorySource(Array(playlist.utf8)),
      access: access,
      options: options
    )
  }

  /// Reads all events of a playlist.
  static func events(
    _ playlist: String,
    _ files: [String: [UInt8]],
    pieceSize: Int = .max,
    options: ReaderOptions = ReaderOptions(),
    change: (inout PlaylistAccess) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    try await allEvents(
      of: reader(
        playlist,
        MemoryLoader(files, pieceSize: pieceSize),
        options: options,
        change: change
      )
    )
  }

  /// The numbers of the sample tags.
  static func indices(_ tags: [TimedTag]) -> [Int] {
    let numbers = Dictionary(uniqueKeysWithValues: (0..<400).map { (StreamBuilder.tag($0), $0) })
    return tags.map { numbers[$0.bytes] ?? -1 }
  }
}
