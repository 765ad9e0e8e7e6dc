import System
import TerminalPlayer
import TimedMetadata

/// The stream of a channel of the player.
struct ChannelStream: PlayerStream {
  let member: InputGroup.Member
  private let reading: InputReading
  private let cancellation: Cancellation
  private let stop: StopFlag

  /// Over HTTP a recording is not fetched as a whole at once.
  private static let readAheadOverHTTP = 600.0

  init(_ member: InputGroup.Member, _ reading: InputReading, deadline: Duration?) {
    self.member = member
    self.reading = reading
    stop = StopFlag()
    cancellation = Cancellation(deadline: deadline.map { .now + $0 }, stop: stop)
  }

  var name: String { member.name }

  var readAhead: Double? {
    guard case .url(let url) = member, url.kind == .web else { return nil }
    return Self.readAheadOverHTTP
  }

  var isLive: Bool {
    guard case .url(let url) = member else { return false }
    return url.kind != .web
  }

  func open(progress: @escaping () -> Void) throws(TimedMetadataError) -> TimedMetadataReader {
    try reading.reader(of: member, cancellation: cancellation) { _, _ in progress() }
  }

  func take(_ note: StreamNote) { reading.diagnostics.note(note, in: member.name) }

  func cancel() { stop.request() }
}
