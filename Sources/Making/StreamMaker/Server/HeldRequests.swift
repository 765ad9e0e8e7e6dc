import HLS
import HTTP
import HTTPServer
import Synchronization

/// Holds requests for what a low-latency channel has not published yet: a version of a playlist (`_HLS_msn`,
/// `_HLS_part`; rfc8216bis, section 6.2.5.2), or a part that its playlist announces (section 6.2.6). They are answered
/// as soon as it is published.
final class HeldRequests: Sendable {
  private struct Held {
    var request: ServerRequest
    var reply: ServerReply
    /// The number of files published since the request came.
    var age = 0
  }

  /// The most requests that are held.
  static let capacity = 256
  /// The number of published files after which a held request is given up.
  static let longestAge = 600

  private let held = Mutex<[Held]>([])

  /// Answers a request when `response` returns an answer, now or later. When too many are held, the answer is 503.
  func take(
    _ request: ServerRequest,
    _ reply: ServerReply,
    _ response: (ServerRequest) -> ServerResponse?
  ) {
    // The lock prevents that something is published between the check and the append.
    let answer = held.withLock { held -> ServerResponse? in
      if let response = response(request) { return response }
      guard held.count < Self.capacity else { return ServerResponse(503) }
      held.append(Held(request: request, reply: reply))
      return nil
    }
    if let answer { reply(answer) }
  }

  /// Answers the held requests for which `response` now returns an answer.
  func publish(_ response: (ServerRequest) -> ServerResponse?) {
    let answers = held.withLock { held -> [(ServerReply, ServerResponse)] in
      var answers: [(ServerReply, ServerResponse)] = []
      held = held.compactMap { known in
        var next = known
        next.age += 1
        let late = next.age >= Self.longestAge ? ServerResponse(503) : nil
        guard let answer = response(known.request) ?? late else { return next }
        answers.append((known.reply, answer))
        return nil
      }
      return answers
    }
    for (reply, answer) in answers { reply(answer) }
  }
}

/// The version of a playlist that a request waits for.
struct AwaitedVersion: Equatable {
  /// The media sequence number of the segment.
  var number: Int
  /// The part of the segment; nil for the whole segment.
  var part: Int?

  /// Nil when the query has no `_HLS_msn`.
  init?(query: Substring?) {
    var values: [Substring: Int] = [:]
    for parameter in query?.split(separator: "&") ?? [] {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let value = Int(sides[1]), value >= 0 else { continue }
      values[sides[0]] = value
    }
    guard let number = values["_HLS_msn"] else { return nil }
    self.number = number
    part = values["_HLS_part"]
  }

  /// How the request can be answered with a playlist.
  enum Answer: Equatable {
    case ready, later
    /// The version is too far ahead, or the query is not valid.
    case refused
  }

  /// Whether the playlist in `bytes` has the version.
  func answer(by bytes: [UInt8]) -> Answer {
    guard case .media(let playlist)? = try? Playlist.parse(bytes, uri: "").playlist,
      playlist.isLive
    else { return .ready }
    let next = playlist.nextMediaSequenceNumber
    if number < next { return .ready }
    // The version is more than two segments ahead (rfc8216bis, section 6.2.5.2).
    guard number <= next + 1 else { return .refused }
    guard number == next, let part else { return .later }
    return part < playlist.trailingParts.count ? .ready : .later
  }
}
