import Foundation
import FoundationNetworking
import Playback
import Presentation
import TimedMetadata

/// A channel in a list: a stream, and the metadata that an app passes to the SDK.
struct Channel: Decodable {
  struct List: Decodable { var channels: [Channel] }

  var name: String?
  /// A URL, or a path relative to the folder of the list.
  var url: String
  /// `live` for playheads that are times of day. With any other value, playheads are seconds of the stream.
  var playhead: String?
  /// The arguments of `play` and `loadMetadata`.
  var channelInfo, metadata: [String: String]?

  var title: String { name ?? url }
  var content: [String: String] { metadata ?? ["type": "content", "adModel": "1"] }

  /// The channels in a file, or in a document at an HTTP URL.
  static func list(at place: String) throws -> [Channel] {
    let base = place.contains("://") ? URL(string: place) : URL(fileURLWithPath: place)
    guard let base else { throw CocoaError(.fileReadInvalidFileName) }
    var channels = try JSONDecoder().decode(List.self, from: Data(contentsOf: base)).channels
    for index in channels.indices {
      channels[index].url = URL(string: channels[index].url, relativeTo: base)?.absoluteString ?? ""
    }
    return channels
  }

  /// Opens the stream.
  func open() async throws(TimedMetadataError) -> TimedMetadataEvents {
    try await TimedMetadataEvents(url: url)
  }
}

/// The tags and ad breaks of a channel's stream, which is read a little ahead of the playhead.
final class Stream {
  /// Seconds by which reading is ahead of playing, because a tag may arrive this much after its time.
  private static let lead = 10.0

  private let events: TimedMetadataEvents
  /// The owners of the Nielsen tags in a second.
  private(set) var owners: [Int64: [String]] = [:]
  private(set) var adBreaks = AdBreaks()
  /// The program and rendition of the first Nielsen tag, which are played.
  private var source: (program: Int?, rendition: String?)?
  private var reached = 0.0
  private var lastSecond: Int64?

  init(_ channel: Channel) async throws(TimedMetadataError) { events = try await channel.open() }

  /// Reads until all tags of a second are known. Returns false if the stream ends before that second.
  func read(to second: Int64) async throws(TimedMetadataError) -> Bool {
    while lastSecond == nil, reached < Double(second) + Self.lead {
      if let event = try await events.next() { take(event) } else { lastSecond = Int64(reached) }
    }
    return second <= lastSecond ?? .max
  }

  private func take(_ event: TimedMetadataEvent) {
    switch event {
    case .tag(let tag):
      guard let time = tag.time, !tag.nielsenOwners.isEmpty else { return }
      let played = source ?? (tag.program, tag.rendition)
      source = played
      guard played == (tag.program, tag.rendition) else { return }
      owners[Int64(max(0, time)), default: []] += tag.nielsenOwners
      reached = max(reached, time)
    case .segment(let segment) where segment.rendition == source?.rendition:
      reached = max(reached, segment.frames?.upperBound ?? 0)
    case .marker(let marker): adBreaks.receive(marker)
    case .end(let summary):
      lastSecond = Int64(summary.duration(ofProgram: source?.program) ?? reached)
    default: break
    }
  }
}
