import ISOMedia
import System

/// Remembers the latest messages, to detect repeats and reused identifiers. Packagers repeat a message in several
/// fragments and tracks, and some give all messages the same identifier. A repeat has the same scheme, value,
/// identifier, timescale and content, and, unless it is in an event track, nearly the same time.
struct SeenMessages {
  enum Verdict {
    case new
    case again
    /// A message with the scheme, value and identifier of an earlier one, but with another content or timescale.
    case reusedID
  }

  static let capacity = 1024

  private struct Content: Hashable {
    var digest: [UInt8]
    var ticks: Int64?
  }

  private var contents: [[UInt8]: Content] = [:]
  private var seen: Set<Content> = []
  private var oldest: [(id: [UInt8], content: Content)] = []
  private var head = 0

  /// Compares the next message with earlier ones, and remembers it unless it is a repeat. `ticks` is its presentation
  /// time in its timescale; nil if it is unknown or not compared.
  mutating func receive(_ box: EventMessageBox, ticks: Int64?) -> Verdict {
    let id = Self.digest(ofID: box.message)
    let content = Content(
      digest: SHA256.digest(of: id + Self.bytes(box.timescale) + box.data),
      ticks: ticks
    )
    // Times of version 0 are sums of rounded values, so times one tick apart count as equal.
    let others = box.message.version == 0 ? ticks.map { [$0 - 1, $0 + 1] } ?? [] : []
    let near = others.map { Content(digest: content.digest, ticks: $0) }
    if seen.contains(content) || near.contains(where: seen.contains) { return .again }
    let isReused = contents[id].map { $0.digest != content.digest } ?? false
    remember(id, content)
    return isReused ? .reusedID : .new
  }

  /// Forgets all messages, because after a jump of the timeline the same messages may have the same times.
  mutating func removeAll() { self = SeenMessages() }

  private mutating func remember(_ id: [UInt8], _ content: Content) {
    contents[id] = content
    seen.insert(content)
    let entry = (id: id, content: content)
    guard oldest.count == Self.capacity else {
      oldest.append(entry)
      return
    }
    let leaving = oldest[head]
    oldest[head] = entry
    head = (head + 1) % Self.capacity
    seen.remove(leaving.content)
    if contents[leaving.id] == leaving.content { contents[leaving.id] = nil }
  }

  private static func digest(ofID message: EventMessage) -> [UInt8] {
    SHA256.digest(
      of: Array(message.scheme.utf8) + [0] + Array(message.value.utf8) + [0] + bytes(message.id)
    )
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
