import Rehearsal

extension RehearsalRow {
  static let ads: [RehearsalRow] = []
}
