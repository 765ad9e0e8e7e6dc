@_spi(Fuzzing) import DASH
import Foundation
import TestSupport
import Testing

/// Checks that broken manifests and indexes are read or refused with a reason, without a trap, like the fuzzer does.
@Suite("broken manifests", .timeLimit(.minutes(10)))
struct MutationTests {
  private static let count = 500

  private static let folder = Corpus.packageRoot.appendingPathComponent(
    "Tests/Fuzz/Seeds/FuzzManifest"
  )

  static let seeds: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  private func bytes(_ seed: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(seed)))
  }

  @Test("the seeds of the fuzzer are read without a fault")
  func whole() throws {
    #expect(Self.seeds == ["indexed", "list", "live"])
    for seed in Self.seeds { #expect(ManifestExercise.fault(try bytes(seed)) == nil) }
  }

  @Test("a manifest cut at every third byte is read or refused", arguments: seeds)
  func cut(seed: String) throws {
    let bytes = try bytes(seed)
    for count in stride(from: 0, to: bytes.count, by: 3) {
      #expect(ManifestExercise.fault(Array(bytes.prefix(count))) == nil)
    }
  }

  @Test(
    "a manifest with changed, repeated, moved or missing bytes is read or refused",
    arguments: seeds
  )
  func changed(seed: String) throws {
    let bytes = try bytes(seed)
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<Self.count {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        let end = min(changed.count, place + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        // Most values in a manifest are digits.
        case 1: changed[place] = UInt8.random(in: 0x30...0x39, using: &random)
        case 2 where changed.count > 50: changed.removeSubrange(place..<end)
        case 3: changed.insert(contentsOf: changed[place..<end], at: place)
        default:
          let target = Int.random(in: 0..<changed.count, using: &random)
          changed.insert(contentsOf: changed[place..<end], at: target)
        }
      }
      let fault = ManifestExercise.fault(changed)
      #expect(fault == nil, "\(String(decoding: changed, as: UTF8.self))")
    }
  }
}
