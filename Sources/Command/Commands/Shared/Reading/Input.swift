import Collector
import Glibc
import Playback
import Presentation
import TimedMetadata

enum Input {
  /// A stream, a playlist or a manifest.
  case stream(StreamInput)
  /// A capture of pings, or the database of a collector.
  case capture(CapturedInput)
  /// Results, or another input that is not a stream. `head` has the first bytes, which the source does not return
  /// again.
  case rows(any ByteSource, head: [UInt8])
  /// A file with a scenario, or the error in the scenario.
  case scenario(path: String, Result<Scenario, ScenarioError>)
  /// A ping or a payload that was given as an argument.
  case name(String)
  /// An input that could not be read completely: its name and the error. Unless the user interrupted, the error has
  /// been reported.
  case failed(String, TimedMetadataError)

  /// The kinds of inputs that a command may read in addition to streams.
  enum Kind {
    case capture
    /// Results. An input that begins like a stream is still read as a stream. In a directory only streams are read,
    /// because text files there may contain results about the same streams.
    case rows
    case scenario
  }
}

/// A stream that is opened by the first request for its events.
final class StreamInput {
  let name: String
  /// The first bytes, if they were read to determine the kind of the input.
  let head: [UInt8]
  private let open: () async throws(TimedMetadataError) -> TimedMetadataEvents
  private var opened: TimedMetadataEvents?

  init(
    name: String,
    head: [UInt8],
    _ open: @escaping () async throws(TimedMetadataError) -> TimedMetadataEvents
  ) {
    (self.name, self.head) = (name, head)
    self.open = open
  }

  /// The events of the stream.
  /// - Throws: An error if the stream cannot be opened.
  func events() async throws(TimedMetadataError) -> TimedMetadataEvents {
    if let opened { return opened }
    let events = try await open()
    opened = events
    return events
  }

  /// The duration of the content read so far, in seconds. Nil if it is unknown.
  var secondsRead: Double? { opened?.partialSummary?.duration }
}

extension OpenedInput {
  /// The input as a capture or as results, if it is one of these and `kinds` contains this kind. Nil for other inputs.
  /// - Throws: An error if the input cannot be read.
  mutating func identify(_ kinds: Set<Input.Kind>, isSearched: Bool) async throws -> Input? {
    let readsRows = kinds.contains(.rows) && !isSearched
    guard readsRows || kinds.contains(.capture), let source = try await source() else { return nil }
    if kinds.contains(.capture), let capture = try CapturedInput(source, head: &head) {
      return .capture(capture)
    }
    guard readsRows else { return nil }
    while head.count < InputKind.probeSize, case let more = try source.piece(), !more.isEmpty {
      head += more
    }
    let isStream = head.withUnsafeBytes(InputKind.isStream)
    return isStream && !head.starts(with: CollectedFile.magic) ? nil : .rows(source, head: head)
  }
}

extension InputGroup.Member {
  /// The scenario in a file. Nil if the input is not a scenario or cannot be read. An error of reading is reported
  /// later, when the input is opened.
  var scenario: Input? {
    var status = stat()
    guard case .path(let path) = self, stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let bytes: [UInt8]
    do throws(SmallFile.ReadError) {
      bytes = try SmallFile.bytes(of: path, upTo: Scenario.sizeLimit)
    } catch {
      return nil
    }
    do throws(ScenarioError) {
      return .scenario(path: path, .success(try Scenario(json: bytes)))
    } catch {
      return Self.isScenario(bytes) ? .scenario(path: path, .failure(error)) : nil
    }
  }

  /// Whether a file with errors was meant to be a scenario: its text starts an object, has a version, names a field of
  /// a scenario, and has no creator, which HAR files have.
  private static func isScenario(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else { return false }
    let fields = ["steps", "playhead", "content", "channel", "tags"]
    return text.contains("\"version\"") && !text.contains("\"creator\"")
      && fields.contains { text.contains("\"\($0)\"") }
  }
}

extension ByteSource {
  /// The next bytes, at most 256 KiB. Empty at the end.
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
