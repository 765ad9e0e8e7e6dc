import Conformance
import Records

/// The results of rules that occur: most inputs share most of them, so that each keeps only numbers.
struct OutcomeTable: Sendable {
  private(set) var results: [RuleResult] = []
  /// The lines of those that are about players.
  private var playerLines: [PlayerLine?] = []
  private var indexes: [RuleResult: Int32] = [:]

  /// Texts of more results are not kept: they are of others, and may all differ.
  private static let remarkCapacity = 50_000

  /// The number of a result.
  mutating func index(of result: RuleResult) -> Int32 {
    var result = result
    if results.count >= Self.remarkCapacity { result.remark = nil }
    if let index = indexes[result] { return index }
    let index = Int32(results.count)
    results.append(result)
    playerLines.append(PlayerLine(result))
    indexes[result] = index
    return index
  }

  subscript(index: Int32) -> RuleResult { results[Int(index)] }

  /// The line of a result that is about a player, without a remedy; nil for others.
  func playerLine(_ index: Int32) -> PlayerLine? { playerLines[Int(index)] }
}
