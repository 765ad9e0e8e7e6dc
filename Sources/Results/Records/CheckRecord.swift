import Conformance
import Formats
import TimedMetadata

/// A line of `check`: the verdict on one input.
package final class CheckFields: RecordFields {
  package typealias Row = CheckReport
  package static let schema = RecordSchema(CheckFields())
  /// The schema of `check --all-rules`: `rules` lists every rule, and `otherRules` is empty.
  package static let withAllRules = RecordSchema(CheckFields(allRules: true))

  package let input = Field.text("the input as the user named it") { $0.input }
  package let verdict = Field.text("`pass`, `warn`, `fail`, `absent`, `not-judged` or `unreadable`")
  { $0.verdict.rawValue }
  package let tags = Field.object(TagCountFields.schema) { $0.tags }
  package let duration = Field.seconds("the duration of the content, in seconds") { $0.duration }
  package let firstTag = Field.seconds("the time of the first Nielsen tag, in seconds") {
    $0.firstTag
  }
  package let lastTag = Field.seconds("the time of the last Nielsen tag, in seconds") { $0.lastTag }
  package let longestGap = Field.seconds(
    "the longest time without a DATA tag in a stream, including at its start and end, in seconds"
  ) { $0.longestGap }
  package let streams = Field.array("the streams", of: StreamFields.schema, in: .rows) {
    $0.streams.map(StreamRecord.init)
  }
  package let rules: DeclaredField<CheckReport, [RecordView<RuleFields>]>
  package let findings = Field.array(
    "the findings, in the order of the rules",
    of: FindingFields.schema,
    in: .rows
  ) { $0.findings.map(FindingRecord.init) }
  package let missing = Field.texts("the items of `--require` that are missing") {
    $0.missing.map(\.rawValue)
  }
  package let error = Field.text("the reason why the input could not be read completely") {
    $0.failure?.description
  }
  package let timelines = Field.array(
    "the timeline of each rendition or program, with one character for every 10 s",
    of: TimelineFields.schema
  ) { $0.timelines }
  package let segments = Field.array(
    "the segments of a playlist or manifest",
    of: SegmentFields.schema
  ) {
    $0.segments
  }
  package let markers = Field.array(
    "the markers of playlists, manifests and media, mostly of ad breaks",
    of: MarkerFields.schema
  ) { $0.markers }
  package let players = Field.array(
    "the verdicts of the players that `--player` named",
    of: PlayerFields.schema,
    since: 2
  ) { $0.players }
  package let owners = Field.array(
    "the owners of tags that are not Nielsen's, the owner with the most tags first",
    of: OwnerFields.schema,
    since: 3
  ) { $0.owners }
  package let copies = Field.object(
    RecordSchema(TagCountFields(of: " in other renditions and programs", since: 4))
  ) { $0.copies }
  package let notJudged = Field.text(
    "the reason for the verdict `not-judged`: no DATA tag was found, and too little was read",
    since: 4
  ) { $0.notJudged }
  package let otherRules: DeclaredField<CheckReport, [RecordView<UnlistedRuleFields>]>

  private init(allRules: Bool = false) {
    rules = Field.array(
      "the rules that failed, warned, were turned off or have a remark; with `--all-rules` all rules",
      of: RuleFields.schema,
      in: .rows
    ) { allRules ? $0.rules : $0.rules.filter(\.saysSomething) }
    otherRules = Field.array(
      "the rules that `rules` leaves out: one group for the rules that passed, and one for each reason why rules were not assessed",
      of: UnlistedRuleFields.schema,
      in: .rows
    ) { allRules ? [] : RuleOutcome.all(of: $0.rules.filter { !$0.saysSomething }) }
  }
}

/// An object of `owners` in a record of `check`: an owner of non-Nielsen tags.
package final class OwnerFields: RecordFields {
  package typealias Row = TagOwner
  package static let schema = RecordSchema(OwnerFields())
  package let owner = Field.text(
    "the owner of the PRIV or UFID frame; for another kind of frame, the name of the frame"
  ) { $0.owner }
  package let tags = Field.integer("the number of tags of this owner") { $0.tags }
  let writer = Field.text(
    "what these tags contain and who writes them, or the owner that was probably meant; `null` if unknown"
  ) {
    $0.writer
  }
}

/// The number of tags of each kind: `data`, `info` and `other`.
package final class TagCountFields: RecordFields {
  package typealias Row = TagCounts
  package static let schema = RecordSchema(TagCountFields())
  package let data: DeclaredField<TagCounts, Int>
  package let info: DeclaredField<TagCounts, Int>
  package let other: DeclaredField<TagCounts, Int>

  /// - Parameters:
  ///   - place: Appended to the meaning of each field, such as ` in other renditions and programs`.
  ///   - since: The version of the database that added the columns.
  init(of place: String = "", since: Int = 1) {
    data = Field.integer("the number of DATA tags\(place)", since: since) { $0.data }
    info = Field.integer("the number of INFO tags\(place)", since: since) { $0.info }
    other = Field.integer("the number of other ID3 tags\(place)", since: since) { $0.other }
  }
}

/// An object of `players` in a record of `check`.
package final class PlayerFields: RecordFields {
  package typealias Row = PlayerVerdict
  package static let schema = RecordSchema(PlayerFields())
  package let player = Field.text("the display name of the player, such as `hls.js`") {
    $0.player
  }
  let version = Field.text("the version that the verdict is about") { $0.version }
  package let state = Field.text("`pass`, `fail` or `not-assessed`") { $0.state.rawValue }
  let shown = Field.integer(
    "the number of Nielsen tags that the player shows, including tags at the wrong time"
  ) { $0.shown }
  let missed = Field.integer("the number of Nielsen tags that the player does not show") {
    $0.missed
  }
  let moved = Field.integer("the number of shown tags that appear at the wrong time") { $0.moved }
  let movedBy = Field.seconds(
    "the largest error in the time of a tag, in seconds; negative if the tag is early"
  ) { $0.movedBy }
  package let reasons = Field.texts(
    "the reasons why tags are missed or moved, each with the number of tags, or why the player was not assessed"
  ) {
    $0.reasons
  }
  let basis = Field.text(
    "how the player's behaviour is known: `run` (its code was run on faulty streams), `read` (its "
      + "source was read) or `documents`"
  ) { $0.basis }
  let judgedAs = Field.text(
    "for a version that was not examined, the version whose behaviour is assumed, such as "
      + "`VHS 3.17.4`"
  ) { $0.judgedAs }
}

/// An object of `segments` in a record of `check`.
package final class SegmentFields: RecordFields {
  package typealias Row = SegmentReport
  package static let schema = RecordSchema(SegmentFields())
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  package let uri = Field.text("the URI as the playlist has it, without the values of parameters") {
    $0.uri
  }
  let sequence = Field.integer("the media sequence number") { $0.mediaSequence }
  package let start = Field.seconds("the start in seconds on the presentation timeline") {
    $0.start
  }
  package let duration = Field.seconds(
    "the duration in the playlist (EXTINF) or the manifest, in seconds"
  ) { $0.duration }
  let media = Field.text(
    "`transport-stream`, `fragmented-mp4`, `packed-audio` or `text`; `null` if the segment was not read, or has no media"
  ) { $0.media?.rawValue }
  package let complete = Field.flag("whether the segment was read to its end") { $0.isComplete }
  package let discontinuity = Field.flag(
    "whether a discontinuity comes before the segment: EXT-X-DISCONTINUITY, a restart, or in a manifest a new Period or a gap"
  ) { $0.isDiscontinuity }
  let tags = Field.integer("the number of tags") { $0.tags }
  package let nielsen = Field.integer("the number of Nielsen tags") { $0.nielsenTags }
}

/// An object of `timelines` in a record of `check`.
package final class TimelineFields: RecordFields {
  package typealias Row = TimelineStrip
  package static let schema = RecordSchema(TimelineFields())
  package let rendition = Field.text("the rendition or variant") { $0.rendition }
  package let program = Field.integer("the program") { $0.program }
  package let secondsPerMark = Field.integer("the duration of one mark, in seconds") { _ in
    Int(TimelineStrip.secondsPerMark)
  }
  package let marks = Field.text(
    "one character for each mark: `d` DATA, `i` INFO, `!` fault, `.` nothing"
  ) { $0.text }
  let tags = Field.text(
    "like `marks`, but without faults: it also shows tags at the positions marked `!`"
  ) { $0.tagText }
}
