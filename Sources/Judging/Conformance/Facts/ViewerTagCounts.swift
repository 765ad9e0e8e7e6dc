import TimedMetadata

extension InputFacts {
  /// The number of tags that a viewer receives. Renditions repeat the same tags, and a viewer plays one program of a
  /// multiplex. For each kind, the rendition or program with the most tags is counted.
  var viewerTags: TagCounts {
    var firsts: [StreamKey: StreamKey] = [:]
    for succession in successions {
      for stream in succession.streams { firsts[stream.key] = succession.key }
    }
    return TagCounts(
      ofViewer: streams.map { stream in
        let key = firsts[stream.key] ?? stream.key
        return (key.rendition, key.program, stream.tags)
      }
    )
  }
}

extension TagCounts {
  /// Counts the tags that a viewer of these streams receives: for each kind, the highest count of a
  /// rendition or, without renditions, of a program.
  package init(ofViewer streams: [(rendition: String?, program: Int?, tags: TagCounts)]) {
    struct Part: Hashable {
      var rendition: String?
      var program: Int?
    }
    var sums: [Part: TagCounts] = [:]
    for (rendition, program, tags) in streams {
      let part = Part(rendition: rendition, program: rendition == nil ? program : nil)
      sums[part, default: TagCounts()] += tags
    }
    self.init()
    for sum in sums.values {
      (data, info, other) = (max(data, sum.data), max(info, sum.info), max(other, sum.other))
    }
  }

  package static func += (left: inout TagCounts, right: TagCounts) {
    left.data += right.data
    left.info += right.info
    left.other += right.other
  }

  /// Subtracts the counts of each kind; the result is at least 0.
  package static func - (left: TagCounts, right: TagCounts) -> TagCounts {
    TagCounts(
      data: max(0, left.data - right.data),
      info: max(0, left.info - right.info),
      other: max(0, left.other - right.other)
    )
  }
}
