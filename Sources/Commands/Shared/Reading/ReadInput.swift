import Collector
import Presentation
import TimedMetadata

/// An input, as what it turned out to be.
enum ReadInput {
  /// Its name is all of it: a ping or a payload.
  case name
  /// A capture of pings, or the database of a collector.
  case capture(CapturedInput)
  /// Results of streams, or what else is no stream; with its first bytes, which have been taken from the source.
  case results(any ByteSource, head: [UInt8])
  /// A stream, a playlist or a manifest.
  case stream(StreamInput)

  /// What a command reads besides streams.
  enum Besides {
    case nothing
    case captures
    /// What begins like a stream is one; everything else counts as results. In a directory only streams are read: texts in
    /// it may be results of the streams beside them.
    case results
  }
}

/// A stream whose first bytes are read when its events are asked for.
final class StreamInput {
  /// Its first bytes, where they had to be read to find out what it is.
  let head: [UInt8]
  private let open: () async throws(TimedMetadataError) -> TimedMetadataEvents
  private var opened: TimedMetadataEvents?

  init(
    head: [UInt8],
    _ open: @escaping () async throws(TimedMetadataError) -> TimedMetadataEvents
  ) {
    self.head = head
    self.open = open
  }

  /// Its events.
  /// - Throws: Why it cannot be read.
  func events() async throws(TimedMetadataError) -> TimedMetadataEvents {
    if let opened { return opened }
    let events = try await open()
    opened = events
    return events
  }

  /// The presentation seconds that were read so far; nil when they are not known.
  var secondsRead: Double? { opened?.partialSummary?.duration }
}

extension OpenedInput {
  /// Finds out what the input is.
  /// - Throws: Why it cannot be read.
  mutating func identify(
    _ besides: ReadInput.Besides,
    stream: (OpenedInput) -> StreamInput
  ) async throws -> ReadInput {
    guard besides != .nothing, let source = try await source() else { return .stream(stream(self)) }
    switch besides {
    case .nothing: break
    case .captures:
      if let capture = try CapturedInput(source, head: &head) { return .capture(capture) }
    case .results:
      while head.count < InputKind.probeSize, case let more = try source.piece(), !more.isEmpty {
        head += more
      }
      guard head.withUnsafeBytes(InputKind.isStream), !head.starts(with: CollectedFile.magic)
      else {
        return .results(source, head: head)
      }
    }
    return .stream(stream(self))
  }
}

extension ByteSource {
  /// The next bytes, at most 256 KiB; empty at the end.
  func piece() throws(TimedMetadataError) -> [UInt8] {
    var result = Result<Int, TimedMetadataError>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
      do throws(TimedMetadataError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        result = .failure(error)
      }
    }
    _ = try result.get()
    return bytes
  }
}
