import HLS
import HTTP
import HTTPServer
import Synchronization

/// Holds requests for files that a low-latency channel has not published yet, and answers them on publication: a
/// version of a playlist (`_HLS_msn`, `_HLS_part`; rfc8216bis, section 6.2.5.2), or a part announced by a playlist
/// (section 6.2.6).
final class HeldRequests: Sendable {
  private struct Held {
    var request: ServerRequest
    var reply: ServerReply
    /// How many times the server was told of a publication since the request arrived.
    var age = 0
  }

  static let capacity = 256
  /// The maximum `age` of a held request, which is then answered with 503.
  static let longestAge = 600

  private let held = Mutex<[Held]>([])

  /// Answers a request as soon as `response` returns a response: now, or after a later publication. If too many
  /// requests are held, the answer is 503.
  func take(
    _ request: ServerRequest,
    _ reply: ServerReply,
    _ response: (ServerRequest) -> ServerResponse?
  ) {
    // The lock prevents a publication between the check and the append.
    let answer = held.withLock { held -> ServerResponse? in
      if let response = response(request) { return response }
      guard held.count < Self.capacity else { return ServerResponse(503) }
      held.append(Held(request: request, reply: reply))
      return nil
    }
    if let answer { reply(answer) }
  }

  /// Answers the held requests for which `response` now returns a response, and requests held for too long with 503.
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

/// The playlist version that a request waits for.
struct AwaitedVersion: Equatable {
  /// The media sequence number of the segment.
  var number: Int
  /// The part of the segment. Nil means the whole segment.
  var part: Int?

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

  enum Answer: Equatable {
    case ready, later
    /// The version is too far ahead, and the request must fail.
    case refused
  }

  /// Whether the playlist in `bytes` satisfies the request. A file that is not a live playlist always satisfies it.
  func answer(by bytes: [UInt8]) -> Answer {
    guard case .media(let playlist)? = try? Playlist.parse(bytes, uri: "").playlist,
      playlist.isLive
    else { return .ready }
    let next = playlist.nextMediaSequenceNumber
    if number < next { return .ready }
    // A version more than two segments after the last listed segment is refused (rfc8216bis, section 6.2.5.2).
    guard number <= next + 1 else { return .refused }
    guard number == next, let part else { return .later }
    return part < playlist.trailingParts.count ? .ready : .later
  }
}
