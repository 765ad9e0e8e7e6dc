import Foundation
import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

@Suite struct SegmentDecryptionTests {
  /// `encrypted` is `clear`, encrypted by openssl enc -aes-128-cbc -K 00112233445566778899aabbccddeeff -iv 00…01.
  private let key = hex("00112233445566778899aabbccddeeff")
  private let vector = hex("00000000000000000000000000000001")
  private let encrypted = hex(
    "4e53a2442f3d3145d44ba0552ff75bd416161c970c02d8f60d945d1775f337cb04dc82a2e1311e0088d76a3e123524f4"
  )
  private let clear = [UInt8](repeating: 0x47, count: 37)

  /// Decrypts `bytes` in pieces of `pieceSize` bytes.
  private func decrypt(_ bytes: [UInt8], _ pieceSize: Int, key: [UInt8]) throws -> [UInt8] {
    var decryption = try SegmentDecryption(key: key, initializationVector: vector, name: "a")
    var clear: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      clear += decryption.feed(Array(bytes[start..<min(start + pieceSize, bytes.count)]))
    }
    return try clear + decryption.finish()
  }

  @Test(
    "decryption gives the same clear bytes for every piece size",
    arguments: [1, 5, 16, 17, 32, 1000]
  )
  func clear(pieceSize: Int) throws {
    #expect(try decrypt(encrypted, pieceSize, key: key) == clear)
  }

  @Test("decrypting all bytes at once gives the clear bytes, and empty data gives no bytes")
  func atOnce() throws {
    let bytes = try SegmentDecryption.decrypt(encrypted, key: key, initializationVector: vector)
    #expect(bytes == clear)
    #expect(try SegmentDecryption.decrypt([], key: key, initializationVector: vector).isEmpty)
  }

  @Test("decryption with a wrong key throws an error that mentions the key")
  func wrongKey() throws {
    let error = #expect(throws: TimedMetadataError.self) {
      try decrypt(encrypted, 64, key: vector)
    }
    #expect(error?.code == .cannotDecrypt)
    #expect(error?.reason.contains("key") == true)
  }

  @Test(
    "data that ends within a block is decrypted up to its last whole block, and finish throws",
    arguments: [17, 20, 47]
  )
  func truncated(count: Int) throws {
    var decryption = try SegmentDecryption(key: key, initializationVector: vector, name: "a")
    #expect(decryption.feed(Array(encrypted.prefix(count))) == Array(clear.prefix(count / 16 * 16)))
    let code: TimedMetadataError.Code?
    do throws(TimedMetadataError) {
      _ = try decryption.finish()
      code = nil
    } catch {
      code = error.code
    }
    #expect(code == .cannotDecrypt)
  }

  @Test(
    "a key that is not 16 bytes long throws an error with its size",
    arguments: [0, 15, 17, 4096]
  )
  func keySize(count: Int) throws {
    let error = #expect(throws: TimedMetadataError.self) {
      try decrypt(encrypted, 64, key: [UInt8](repeating: 0, count: count))
    }
    #expect(error?.code == .cannotDecrypt)
    #expect(error?.reason.contains("\(count) bytes") == true)
  }

  @Test(
    "a real encrypted segment is decrypted to a transport stream",
    .enabled(if: !Corpus.cases.isEmpty, "the corpus is not there")
  )
  func corpus() throws {
    let folder = Corpus.folder.appendingPathComponent("media/http-streaming")
    let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("encrypted.ts")))
    let key = try [UInt8](Data(contentsOf: folder.appendingPathComponent("encryptionKey.key")))
    let clear = try SegmentDecryption.decrypt(
      bytes,
      key: key,
      initializationVector: [UInt8](repeating: 0, count: 16)
    )
    #expect(clear.count % 188 == 0)
    // The vector is unknown; only the first block depends on it.
    let areSynchronous = stride(from: 188, to: clear.count, by: 188).allSatisfy {
      clear[$0] == 0x47
    }
    #expect(areSynchronous)
  }
}
