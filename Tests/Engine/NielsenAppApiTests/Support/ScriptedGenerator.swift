@testable import NielsenAppApi

/// A generator with which a random source returns the strings of the worked example.
struct ScriptedGenerator: RandomNumberGenerator, Sendable {
  private var draws: [UInt64]
  private var position = 0

  init(_ draws: [UInt64]) { self.draws = draws }

  mutating func next() -> UInt64 {
    defer { position += 1 }
    return position < draws.count ? draws[position] : 0
  }

  /// The draws that result in `text` from `alphabet`.
  static func draws(_ text: String, of alphabet: String) -> [UInt64] {
    let characters = Array(alphabet)
    return text.compactMap { character in
      guard let index = characters.firstIndex(of: character) else { return nil }
      return UInt64((Double(index) + 0.5) / Double(characters.count) * 0x1p64)
    }
  }

  static let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
  static let decimals = "0123456789"
}
