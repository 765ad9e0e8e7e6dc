import Foundation
import StreamMaker
import Testing

/// A store in memory that records its changes in order.
final class MemoryStore: PresentationStore {
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var events: [String] = []
  private var growing: Set<String> = []
  /// Called with the name of each file after it was written as a whole.
  var didWrite: (String) throws -> Void = { _ in }

  func write(_ bytes: [UInt8], to name: String) throws {
    files[name] = bytes
    events.append("write \(name)")
    try didWrite(name)
  }

  func append(_ bytes: [UInt8], to name: String) throws {
    if growing.insert(name).inserted { files[name] = [] }
    files[name]? += bytes
  }

  func close(_ name: String) throws {
    growing.remove(name)
    events.append("close \(name)")
  }

  func remove(_ name: String) throws {
    files[name] = nil
    events.append("remove \(name)")
  }

  func playlist(_ name: String) throws -> ListedPlaylist {
    ListedPlaylist(String(decoding: try #require(files[name]), as: UTF8.self))
  }

  /// The bytes of a rendition's segments as stored, in the order of the playlist.
  func segments(_ rendition: String) throws -> [[UInt8]] {
    try playlist("\(rendition)/index.m3u8").segments.map { segment in
      let file = try #require(files["\(rendition)/\(segment.uri)"])
      guard let range = segment.byteRange else { return file }
      return Array(file[range])
    }
  }
}

/// A media playlist, parsed line by line independently of the code that wrote it.
struct ListedPlaylist {
  struct Segment {
    var uri: String
    var duration: Double
    var wallClock: String
    var byteRange: Range<Int>?
    var isDiscontinuous = false
    var key: String?
  }

  var lines: [String]
  var segments: [Segment] = []

  init(_ text: String) {
    lines = text.split(separator: "\n").map(String.init)
    var next = Segment(uri: "", duration: 0, wallClock: "")
    var key: String?
    for line in lines {
      if let value = line.value(of: "#EXTINF:") {
        next.duration = Double(value.dropLast()) ?? .nan
      } else if let value = line.value(of: "#EXT-X-PROGRAM-DATE-TIME:") {
        next.wallClock = value
      } else if let value = line.value(of: "#EXT-X-BYTERANGE:") {
        let numbers = value.split(separator: "@").compactMap { Int($0) }
        if numbers.count == 2 { next.byteRange = numbers[1]..<numbers[0] + numbers[1] }
      } else if let value = line.value(of: "#EXT-X-KEY:") {
        key = value
      } else if line == "#EXT-X-DISCONTINUITY" {
        next.isDiscontinuous = true
      } else if !line.hasPrefix("#") {
        next.uri = line
        next.key = key
        segments.append(next)
        next = Segment(uri: "", duration: 0, wallClock: "")
      }
    }
  }

  /// The URIs of all parts in the playlist.
  var parts: [String] {
    lines.filter { $0.hasPrefix("#EXT-X-PART:") }
      .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
  }

  func value(_ tag: String) -> String? { lines.lazy.compactMap { $0.value(of: tag + ":") }.first }
}

extension String {
  func value(of prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

let sampleMedia = URL(filePath: #filePath)
  .deletingLastPathComponent().appending(path: "../../../../SampleStreams/media.mp4")
  .standardizedFileURL.path

func present(_ options: PresentationOptions) throws -> MemoryStore {
  let store = MemoryStore()
  try PresentationMaker(options).write(to: store)
  return store
}

/// Makes an on-demand presentation of the sample media.
func presentMedia(
  minutes: Double = 0.5,
  fault: String? = nil,
  _ change: (inout PresentationOptions) -> Void = { _ in }
) throws -> MemoryStore {
  let fault = try fault.map { try #require(Fault($0)) }
  let stream = StreamMakerOptions(
    mediaPath: sampleMedia,
    minutes: minutes,
    seed: 3,
    fault: fault
  )
  var options = PresentationOptions(stream: stream)
  change(&options)
  return try present(options)
}
