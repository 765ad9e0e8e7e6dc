/// A part of a JSON capture that is small enough to be held: one entry.
indirect enum CapturedJSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([CapturedJSON])
  /// Members in order; of members with one name the last counts.
  case object([Member])

  struct Member: Sendable, Equatable {
    var name: String
    var value: CapturedJSON
  }

  /// The member called `name`; nil when there is none, and for everything but objects.
  subscript(name: String) -> CapturedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, if it is one.
  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The number, if it is one.
  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The elements; none for everything but arrays.
  var elements: [CapturedJSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members; none for everything but objects.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
