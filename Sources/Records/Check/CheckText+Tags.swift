import Conformance

extension CheckText {
  /// The tags that a viewer gets. The same tags come in each rendition and are not summed up.
  var tagCounts: [String] {
    let (tags, copies) = (report.tags, report.copies)
    var whole = ["\(tags.data) DATA", "\(tags.info) INFO", "\(tags.other) other"]
    if copies.data + copies.info > 0 {
      let place = report.streams.contains { $0.rendition != nil } ? "renditions" : "programs"
      whole.append("\(copies.data) DATA and \(copies.info) INFO more in other \(place)")
    }
    var counts: [String?: TagCounts] = [:]
    for stream in report.streams where stream.tags.data + stream.tags.info > 0 {
      guard let name = stream.rendition else { return whole }
      counts[name, default: TagCounts()].data += stream.tags.data
      counts[name, default: TagCounts()].info += stream.tags.info
    }
    guard counts.count > 1 else { return whole }
    let data = Self.range(counts.values.map(\.data))
    let info = Self.range(counts.values.map(\.info))
    return [
      "\(data) DATA", "\(info) INFO in each of \(counts.count) renditions", "\(tags.other) other",
    ]
  }

  /// `12`, or `10 to 12`.
  private static func range(_ numbers: [Int]) -> String {
    guard let least = numbers.min(), let most = numbers.max(), least < most else {
      return "\(numbers.first ?? 0)"
    }
    return "\(least) to \(most)"
  }
}
