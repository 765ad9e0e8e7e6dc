import Conformance
import Formats

/// An object of `players` in a record of `check`.
package final class PlayerFields: RecordFields {
  package typealias Row = PlayerVerdict
  package static let schema = RecordSchema(PlayerFields())
  package let player = Field.text("the player by the name it was asked for, such as `hls.js`") {
    $0.player
  }
  let version = Field.text("the version that the verdict is about") { $0.version }
  package let state = Field.text("`pass`, `fail` or `not-assessed`") { $0.state.rawValue }
  let shown = Field.integer("Nielsen tags that it shows, those at another time included") {
    $0.shown
  }
  let missed = Field.integer("Nielsen tags that it does not show") { $0.missed }
  let moved = Field.integer("of the tags shown those at another time") { $0.moved }
  let movedBy = Field.seconds("the largest such difference in seconds, negative when early") {
    $0.movedBy
  }
  package let reasons = Field.texts("why tags are missed or moved, each with the number of tags") {
    $0.reasons
  }
  let basis = Field.text(
    "where the knowledge comes from: `run` (its code on faulty streams), `read` (its source) or "
      + "`documents`"
  ) { $0.basis }
  let judgedAs = Field.text(
    "for a version that was not examined, what it is judged as: `VHS 3.17.4`, `media3 before 1.10`"
  ) { $0.judgedAs }
}
