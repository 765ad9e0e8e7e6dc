import Rehearsal

extension RehearsalRow {
  static let content: [RehearsalRow] = []
}
