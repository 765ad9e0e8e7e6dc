import TimedMetadata

/// Tells why an input gave no rows.
enum MissingTags {
  /// What happened and what to do.
  static func explanation(of summary: InputSummary) -> String {
    let filled = summary.streams.filter { $0.tags > 0 }
    if !filled.isEmpty {
      let places = filled.map(place).joined(separator: ", ")
      return "no tag was asked for, but there are some (\(places)): choose other options"
    }
    guard !summary.streams.isEmpty else {
      return "no timed ID3 found: check that the encoder inserts it and that the packager keeps it"
    }
    let places = summary.streams.map(place).joined(separator: ", ")
    return "timed ID3 is declared (\(places)) but no tag came: check that the encoder inserts tags"
  }

  /// What happened and what to do when a stream without a Nielsen tag was played.
  static func explanation(ofPlaying summary: InputSummary) -> String {
    guard summary.streams.contains(where: { $0.tags > 0 }) else { return explanation(of: summary) }
    return "timed ID3 but no Nielsen tag found: see what there is with 'id3tap extract'"
  }

  private static func place(_ stream: StreamSummary) -> String {
    let pid = stream.pid.map { "PID \($0)" } ?? "no PID"
    return stream.program.map { "\(pid) of program \($0)" } ?? pid
  }
}
