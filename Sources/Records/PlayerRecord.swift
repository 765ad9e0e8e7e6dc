import Conformance
import Formats

extension Records {
  /// An object of `players` in a record of `check`.
  package static let player = RecordSchema<PlayerVerdict> {
    Field.text("player", "the player by the name it was asked for, such as `hls.js`") { $0.player }
    Field.text("version", "the version that the verdict is about") { $0.version }
    Field.text("state", "`pass`, `fail` or `not-assessed`") { $0.state.rawValue }
    Field.integer("shown", "Nielsen tags that it shows, those at another time included") {
      $0.shown
    }
    Field.integer("missed", "Nielsen tags that it does not show") { $0.missed }
    Field.integer("moved", "of the tags shown those at another time") { $0.moved }
    Field.seconds("movedBy", "the largest such difference in seconds, negative when early") {
      $0.movedBy
    }
    Field.array("reasons", "why tags are missed or moved, each with the number of tags") {
      $0.reasons.map { .string($0) }
    }
    Field.text(
      "basis",
      "where the knowledge comes from: `run` (its code on faulty streams), `read` (its source) or "
        + "`documents`"
    ) { $0.basis }
    Field.text(
      "judgedAs",
      "for a version that was not examined, what it is judged as: `VHS 3.17.4`, `media3 before 1.10`"
    ) { $0.judgedAs }
  }
}
