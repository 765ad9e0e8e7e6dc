import Foundation
import TestSupport

/// A presentation in fragmented MP4, made by FFmpeg, with audio in a separate rendition. The tags
/// are event messages before the fragments.
struct FragmentedPresentation {
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var injected: [TagInjector.Injected] = []

  static let masterName = "master.m3u8"

  /// Ticks per second of the audio, which every version of ffmpeg derives from the sampling rate.
  private static let timescale = 48_000

  private static let master = """
    #EXTM3U
    #EXT-X-VERSION:7
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.42c00b,mp4a.40.2",RESOLUTION=96x54,AUDIO="aac"
    v.m3u8

    """

  init(_ stream: FFmpegStream, _ tags: [DueTag]) throws {
    let folder = try TemporaryFolder()
    try FFmpeg.write(stream.bytes(), to: "h264.ts", in: folder)
    for (name, copied) in [("v", ["-an"]), ("a", ["-vn", "-bsf:a", "aac_adtstoasc"])] {
      try FFmpeg.run(
        ["-i", "h264.ts"] + copied + [
          "-c", "copy", "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod",
          "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "\(name)-init.mp4",
          "-hls_segment_filename", "\(name)%d.m4s", "\(name).m3u8",
        ],
        in: folder
      )
    }
    for name in folder.names { files[name] = try FFmpeg.read(name, in: folder) }
    files[Self.masterName] = Array(Self.master.utf8)
    try inject(tags)
  }

  private mutating func inject(_ tags: [DueTag]) throws {
    var segments: [(name: String, begin: Int)] = []
    while let bytes = files["a\(segments.count).m4s"] {
      segments.append(("a\(segments.count).m4s", try Self.begin(bytes)))
    }
    for (index, segment) in segments.enumerated() {
      let end = index + 1 < segments.count ? segments[index + 1].begin : .max
      var messages: [UInt8] = []
      // The position after the segment type box and before the segment index.
      let place = 24
      for (id, tag) in tags.enumerated() {
        let time = Int(tag.time * Double(Self.timescale))
        guard (segment.begin..<end).contains(time) else { continue }
        injected.append(
          TagInjector.Injected(
            pts: Int64(time),
            bytes: tag.bytes,
            offset: Int64(place + messages.count),
            segment: segment.name
          )
        )
        messages += ISOMediaBuilder.message(
          tag.bytes,
          at: time,
          timescale: Self.timescale,
          id: id + 1
        )
      }
      files[segment.name]?.insert(contentsOf: messages, at: place)
    }
  }

  /// The decode time of the first fragment in a segment, in ticks of the timescale.
  private static func begin(_ bytes: [UInt8]) throws -> Int {
    guard let type = bytes.firstRange(of: Array("tfdt".utf8)), bytes[type.upperBound] == 1,
      bytes.count >= type.upperBound + 12
    else { throw TagInjector.NotUnderstood(words: "no decode time of 64 bits") }
    return bytes[(type.upperBound + 4)..<(type.upperBound + 12)].reduce(0) { $0 << 8 | Int($1) }
  }
}
