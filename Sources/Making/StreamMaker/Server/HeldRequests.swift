import HLS
import HTTP
import HTTPServer
import Synchronization

/// Requests for what a low-latency channel has not published yet: a version of a playlist (`_HLS_msn`,
/// `_HLS_part`; rfc8216bis, section 6.2.5.2), or a part that its playlist announces (section 6.2.6). They are answered
/// as soon as it is there.
final class HeldRequests: Sendable {
  private struct Held {
    var request: ServerRequest
    var reply: ServerReply
    /// How often something was published since.
    var age = 0
  }

  /// Requests that are held at most.
  static let capacity = 256
  /// A request is not held any longer when this many files were published since.
  static let longestAge = 600

  private let held = Mutex<[Held]>([])

  /// Answers a request when `response` gives an answer, now or later. Without room it is answered with 503.
  func take(
    _ request: ServerRequest,
    _ reply: ServerReply,
    _ response: (ServerRequest) -> ServerResponse?
  ) {
    // Under the lock: nothing can be published between the check and the wait.
    let answer = held.withLock { held -> ServerResponse? in
      if let response = response(request) { return response }
      guard held.count < Self.capacity else { return ServerResponse(503) }
      held.append(Held(request: request, reply: reply))
      return nil
    }
    if let answer { reply(answer) }
  }

  /// Something was published: answers what waited for it.
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

/// The version that a request for a playlist waits for.
struct AwaitedVersion: Equatable {
  /// The media sequence number of the segment.
  var number: Int
  /// The part of it; nil for the whole.
  var part: Int?

  /// Nil for a query without `_HLS_msn`.
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

  /// How a playlist answers it.
  enum Answer: Equatable {
    case ready, later
    /// It is too far ahead, or the query makes no sense.
    case refused
  }

  /// How the playlist of a text answers it.
  func answer(by bytes: [UInt8]) -> Answer {
    guard case .media(let playlist)? = try? Playlist.parse(bytes, uri: "").playlist,
      playlist.isLive
    else { return .ready }
    let next = playlist.nextMediaSequenceNumber
    if number < next { return .ready }
    // More than two segments ahead (rfc8216bis, section 6.2.5.2).
    guard number <= next + 1 else { return .refused }
    guard number == next, let part else { return .later }
    return part < playlist.trailingParts.count ? .ready : .later
  }
}
