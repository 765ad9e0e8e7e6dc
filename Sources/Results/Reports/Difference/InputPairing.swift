/// Which input of one report is which of another, by their names.
struct InputPairing {
  /// What an input of the new report is in the old one.
  enum Partner: Equatable {
    /// The input with that index.
    case one(Int)
    /// It is not there.
    case none
    /// It is one of several.
    case ambiguous
  }

  /// For each new input.
  private(set) var partners: [Partner]
  /// The old inputs that are not in the new report.
  private(set) var alone: [Int] = []
  /// A sentence for each group of inputs that only the user can tell apart.
  private(set) var ambiguities: [String] = []

  /// At most as many names of a group are listed.
  private static let shownNames = 4

  /// Pairs names for which a round gives the same text, if no other name of the same report has it, too. Later
  /// rounds get what earlier ones did not pair.
  init(_ old: [String], _ new: [String], _ rounds: [(String) -> String]) {
    partners = new.map { _ in .none }
    var (restOld, restNew) = (Array(old.indices), Array(new.indices))
    for (number, key) in rounds.enumerated() {
      let oldGroups = Dictionary(grouping: restOld) { key(old[$0]) }
      let newGroups = Dictionary(grouping: restNew) { key(new[$0]) }
      var paired: Set<Int> = []
      for (text, group) in newGroups {
        guard group.count == 1, let others = oldGroups[text], others.count == 1 else { continue }
        partners[group[0]] = .one(others[0])
        paired.insert(others[0])
      }
      restNew.removeAll { partners[$0] != .none }
      restOld.removeAll { paired.contains($0) }
      guard number == rounds.count - 1 else { continue }
      var groups: Set<String> = []
      for index in restNew {
        let text = key(new[index])
        guard let others = oldGroups[text], let group = newGroups[text] else { continue }
        partners[index] = .ambiguous
        guard groups.insert(text).inserted else { continue }
        ambiguities.append(Self.words(others.map { old[$0] }, group.map { new[$0] }))
      }
      restOld.removeAll { groups.contains(key(old[$0])) }
    }
    alone = restOld
  }

  private static func words(_ old: [String], _ new: [String]) -> String {
    func list(_ names: [String]) -> String {
      WordList.text(names, upTo: shownNames, noun: "more input")
    }
    return "\(list(old)) of the old result and \(list(new)) of the new one cannot be told apart: "
      + "name the part of the path that identifies an input with --match"
  }
}
