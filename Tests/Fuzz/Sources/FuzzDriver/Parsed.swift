@testable import TimedMetadata

/// The events that a parser returns for one input, and the error that ended parsing.
package struct Parsed: Equatable {
  package var events: [ParsedEvent] = []
  package var failure: TimedMetadataError?

  /// Feeds segments to a parser, in pieces of at most `pieceSize` bytes.
  package init(_ parser: any MediaParser, _ segments: [[UInt8]], pieceSize: Int) {
    do throws(TimedMetadataError) {
      for (number, bytes) in segments.enumerated() {
        parser.begin(SegmentStart(number: number), into: &events)
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = Array(rest.prefix(max(1, pieceSize)))
          rest = rest.dropFirst(piece.count)
          var failure: TimedMetadataError?
          piece.withUnsafeBytes { bytes in
            do throws(TimedMetadataError) {
              try parser.feed(bytes, into: &events)
            } catch {
              failure = error
            }
          }
          if let failure { throw failure }
        }
        _ = try parser.endSegment(into: &events)
      }
      try parser.finish(into: &events)
    } catch {
      failure = error
    }
  }

  /// The result for segments that are fed whole. Aborts the process if segments fed in pieces give a different result.
  package static func checked(
    _ segments: [[UInt8]],
    by parser: () -> any MediaParser
  ) -> Parsed {
    let whole = Parsed(parser(), segments, pieceSize: .max)
    let count = segments.reduce(0) { $0 + $1.count }
    for size in [1 + count / 7, 1 + count / 3] {
      guard Parsed(parser(), segments, pieceSize: size) == whole else {
        Fuzzer.fail("pieces of \(size) bytes give different events from the whole")
      }
    }
    return whole
  }

  package var tags: [TimedTag] {
    events.compactMap { if case .tag(let tag) = $0.event { tag } else { nil } }
  }
}
