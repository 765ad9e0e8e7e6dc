import Conformance

extension Records {
  /// A line of `check`: the verdict on one input.
  package static let check = RecordSchema<CheckReport> {
    Field.text("input", "the input as the user named it") { $0.input }
    Field.text("verdict", "`pass`, `warn`, `fail`, `absent`, `not-judged` or `unreadable`") {
      $0.verdict.rawValue
    }
    Field.object("tags", tagCounts()) { $0.tags }
    Field.seconds("duration", "seconds of content") { $0.duration }
    Field.seconds("firstTag", "the first Nielsen tag, in seconds") { $0.firstTag }
    Field.seconds("lastTag", "the last Nielsen tag, in seconds") { $0.lastTag }
    Field.seconds(
      "longestGap",
      "the longest time without a DATA tag in a stream, its start and end included, in seconds"
    ) { $0.longestGap }
    Field.rows("streams", "the streams", of: stream) { $0.streams.map(StreamRecord.init) }
    Field.rows("rules", "every rule", of: rule) { $0.rules }
    Field.rows("findings", "the findings, in the order of the rules", of: finding) {
      $0.findings.map(FindingRecord.init)
    }
    Field.array("missing", "what `--require` asked for and is not there") {
      $0.missing.map { .string($0.rawValue) }
    }
    Field.text("error", "why the input could not be read, or not to its end") {
      $0.failure?.description
    }
    Field.array("timelines", "for each rendition one character for every 10 s", of: timeline) {
      $0.timelines
    }
    Field.array("segments", "the segments of a playlist", of: segment) { $0.segments }
    Field.array("markers", "what playlists and SCTE-35 mark: mostly ad breaks", of: marker) {
      $0.markers
    }
    Field.array(
      "players",
      "the verdicts of the players that `--player` named",
      of: player,
      since: 2
    ) { $0.players }
    Field.array(
      "owners",
      "the owners of tags that are not Nielsen's, those with most tags first",
      of: owner,
      since: 3
    ) { $0.owners }
    Field.object("copies", tagCounts(of: " in other renditions and programs", since: 4)) {
      $0.copies
    }
    Field.text(
      "notJudged",
      "why the verdict is `not-judged`: no DATA tag, and too little was read",
      since: 4
    ) { $0.notJudged }
  }

  /// An object of `owners`.
  package static let owner = RecordSchema<TagOwner> {
    Field.text("owner", "the owner of the PRIV or UFID frame; without one the name of the frame") {
      $0.owner
    }
    Field.integer("tags", "the number of its tags") { $0.tags }
    Field.text("writer", "who writes such tags, and what for; `null` where that is not known") {
      $0.writer
    }
  }

  /// Tags by kind: those that a viewer gets, of one rendition or program, or the others.
  package static func tagCounts(of place: String = "", since: Int = 1) -> RecordSchema<TagCounts> {
    RecordSchema {
      Field.integer("data", "the number of DATA tags\(place)", since: since) { $0.data }
      Field.integer("info", "the number of INFO tags\(place)", since: since) { $0.info }
      Field.integer("other", "the number of tags of other owners\(place)", since: since) {
        $0.other
      }
    }
  }
}
