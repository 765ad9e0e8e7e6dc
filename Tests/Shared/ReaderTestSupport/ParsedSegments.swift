import TimedMetadata

/// Feeds a parser segments in pieces, with the description of missing parts before a segment and the initialization
/// sections by its index. Returns its events, with the summary last.
package func parsedEvents(
  of parser: any MediaParser,
  _ segments: [[UInt8]],
  pieceSize: Int = .max,
  holes: [Int: String] = [:],
  initializations: [Int: InitializationSection] = [:]
) throws -> [ParsedEvent] {
  var events: [ParsedEvent] = []
  for (number, bytes) in segments.enumerated() where !parser.hasReachedLimit {
    let start = SegmentStart(
      number: number,
      initialization: initializations[number],
      hole: holes[number]
    )
    parser.begin(start, into: &events)
    try feed(parser, bytes, pieceSize: pieceSize, into: &events)
    if !parser.hasReachedLimit { _ = try parser.endSegment(into: &events) }
  }
  try parser.finish(into: &events)
  var summary = parser.summary
  summary.byteCount = Int64(segments.reduce(0) { $0 + $1.count })
  return events + [ParsedEvent(.end(summary), in: max(0, segments.count - 1))]
}

/// The events of `parsedEvents`, without the numbers of their segments.
package func allEvents(
  of parser: any MediaParser,
  _ segments: [[UInt8]],
  pieceSize: Int = .max,
  holes: [Int: String] = [:],
  initializations: [Int: InitializationSection] = [:]
) throws -> [TimedMetadataEvent] {
  try parsedEvents(
    of: parser,
    segments,
    pieceSize: pieceSize,
    holes: holes,
    initializations: initializations
  ).map(\.event)
}

/// Feeds bytes in pieces, up to the limit of the parser.
private func feed(
  _ parser: any MediaParser,
  _ bytes: [UInt8],
  pieceSize: Int,
  into events: inout [ParsedEvent]
) throws {
  try bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty, !parser.hasReachedLimit {
      try parser.feed(UnsafeRawBufferPointer(rebasing: rest.prefix(pieceSize)), into: &events)
      rest = rest.dropFirst(pieceSize)
    }
  }
}
