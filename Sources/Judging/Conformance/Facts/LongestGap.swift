extension InputFacts {
  /// The longest time without a DATA tag in a stream with Nielsen tags, in presentation seconds: between
  /// two tags, before the first and after the last. Nil without Nielsen tags.
  var longestGap: Double? { successions.compactMap(longestGap(of:)).max() }

  private func longestGap(of stream: StreamSuccession) -> Double? {
    let start = start(of: stream.key)
    guard let data = stream.dataExtent else {
      return isDataElsewhere(stream.key) ? nil : end(of: stream.key).map { $0 - start }
    }
    var gaps = [stream.longestGap].compactMap(\.self)
    // Without a clock nothing is known of the start and the end.
    guard let end = end(of: stream.key) else { return gaps.max() }
    let rendition = stream.key.rendition
    gaps.append(unread.longestRead(rendition, from: start, to: data.start).seconds)
    gaps.append(unread.longestRead(rendition, from: data.end, to: end).seconds)
    return gaps.max()
  }

  /// Whether another stream of the same rendition and program has DATA tags.
  func isDataElsewhere(_ key: StreamKey) -> Bool {
    streams.contains {
      $0.tags.data > 0 && $0.key.rendition == key.rendition && $0.key.program == key.program
    }
  }
}
