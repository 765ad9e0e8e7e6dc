/// DATA tags in a row that have something in common, such as a null CID, in each stream.
struct TagRuns: Sendable {
  /// Such tags.
  struct Run: Sendable {
    /// The place of the first of them.
    var start: Place
    /// Presentation seconds of the first and the last.
    var startTime: Double
    var endTime: Double
    /// How many there are.
    var tags = 0

    /// From the first to the last.
    var seconds: Double { endTime - startTime }
  }

  private var runs = PerStream<Run?>()

  /// Takes the next DATA tag of a stream at `time`. Gives the run that ends with it.
  mutating func receive(_ tag: CheckedTag, at time: Double, isAlike: Bool) -> Run? {
    let ended = runs.update(tag.stream, from: nil) { run -> Run? in
      guard isAlike else {
        let ended = run
        run = nil
        return ended
      }
      var longer = run ?? Run(start: tag.place, startTime: time, endTime: time)
      longer.endTime = max(longer.endTime, time)
      longer.tags += 1
      run = longer
      return nil
    }
    return ended ?? nil
  }

  /// The runs that have not ended.
  var open: [Run] { runs.all.compactMap(\.value) }
}
