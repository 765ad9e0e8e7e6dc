/// Finds a short word in many bytes by Horspool's method: most bytes are never read.
struct WordSearch {
  private let word: [UInt8]
  /// How far to move from a byte at the place of the word's last byte.
  private let steps: [Int]

  /// - Precondition: The word is not empty.
  init(_ word: String) {
    self.word = Array(word.utf8)
    precondition(!self.word.isEmpty)
    var steps = [Int](repeating: self.word.count, count: 256)
    for (index, byte) in self.word.dropLast().enumerated() {
      steps[Int(byte)] = self.word.count - 1 - index
    }
    self.steps = steps
  }

  var byteCount: Int { word.count }

  /// The first position of the word at `start` or after it.
  func position(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var end = start + word.count - 1
    while end < bytes.count {
      if bytes[end] == word[word.count - 1],
        bytes[(end + 1 - word.count)...end].elementsEqual(word)
      {
        return end + 1 - word.count
      }
      end += steps[Int(bytes[end])]
    }
    return nil
  }
}
