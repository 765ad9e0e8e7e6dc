import Rehearsal

extension RehearsalRow {
  static let pages: [RehearsalRow] = []
}
