import Conformance

/// A stream of an input, in the records of `check`.
package struct StreamRecord: Sendable, Equatable {
  package var program: Int?
  package var pid: Int?
  package var rendition: String?
  package var tags = TagCounts()
  /// The raw value of a `Carriage`, as text because a later version may have written the database.
  package var carriage: String?
  package var verdict: Verdict?

  package init(_ verdict: Verdict? = nil) { self.verdict = verdict }

  package init(_ stream: CheckedStream) {
    (program, pid, rendition) = (stream.program, stream.pid, stream.rendition)
    (tags, carriage, verdict) = (stream.tags, stream.carriage?.rawValue, stream.verdict)
  }
}

extension [StreamRecord] {
  /// The name of each rendition, without repetition.
  package var renditions: [String] {
    var seen: Set<String> = []
    return compactMap(\.rendition).filter { seen.insert($0).inserted }
  }

  package var carrying: [StreamRecord] { filter { $0.tags.data + $0.tags.info > 0 } }
}

/// The tags that a viewer of an input gets, and the number of renditions that carry them.
package struct ViewerTags: Sendable, Equatable {
  /// The tags that one viewer gets, counted once even if several renditions carry them.
  package let counts: TagCounts
  /// The smallest and the largest number of DATA tags in a rendition; the total if `renditions` is 1.
  package let data: ClosedRange<Int>
  /// The smallest and the largest number of INFO tags in a rendition; the total if `renditions` is 1.
  package let info: ClosedRange<Int>
  /// The number of renditions with Nielsen tags; 1 if there are none, or if some tags are not in a rendition.
  package let renditions: Int

  /// Counts the tags of an input.
  /// - Parameters:
  ///   - streams: The streams of the input.
  ///   - viewer: The tags that a viewer gets. Nil means that they are derived from the streams.
  ///   - other: The number of other tags.
  package init(_ streams: [StreamRecord] = [], viewer: TagCounts? = nil, other: Int = 0) {
    let streams = streams.carrying
    var counts =
      viewer ?? TagCounts(ofViewer: streams.map { ($0.rendition, $0.program, $0.tags) })
    counts.other = other
    self.counts = counts
    var sums: [String: TagCounts] = [:]
    for stream in streams {
      if let name = stream.rendition { sums[name, default: TagCounts()] += stream.tags }
    }
    guard sums.count > 1, streams.allSatisfy({ $0.rendition != nil }) else {
      (data, info, renditions) = (counts.data...counts.data, counts.info...counts.info, 1)
      return
    }
    func range(_ numbers: [Int]) -> ClosedRange<Int> {
      (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
    data = range(sums.values.map(\.data))
    info = range(sums.values.map(\.info))
    renditions = sums.count
  }

  /// A range as text: `12`, or `10 to 12`.
  package static func words(_ range: ClosedRange<Int>, _ number: (Int) -> String) -> String {
    (range.lowerBound < range.upperBound ? "\(number(range.lowerBound)) to " : "")
      + number(range.upperBound)
  }
}

/// An object of `streams` in a record of `check`.
package final class StreamFields: RecordFields {
  package typealias Row = StreamRecord
  package static let schema = RecordSchema(StreamFields())
  package let program = Field.integer("the program") { $0.program }
  package let pid = Field.integer("the PID of the ID3 stream") { $0.pid }
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  let tags = Field.integer("the number of tags", isRequired: true) {
    $0.tags.data + $0.tags.info + $0.tags.other
  }
  package let data = Field.integer("the number of DATA tags", isRequired: true) { $0.tags.data }
  package let info = Field.integer("the number of INFO tags", isRequired: true) { $0.tags.info }
  package let carriage = Field.text("the carriage of the tags; `null` if there are no tags") {
    $0.carriage
  }
  package let verdict = Field.text("the verdict on the stream", isRequired: true) {
    $0.verdict?.rawValue
  }
}
