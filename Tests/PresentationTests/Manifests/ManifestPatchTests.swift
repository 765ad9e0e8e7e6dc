import ReaderTestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest
private typealias Answer = MemoryLoader.Answer

/// Follows manifests that offer patches.
@Suite("patches of a dynamic manifest")
struct ManifestPatchTests {
  private let channel = PatchedManifest()

  /// The requests except those for segments, in order.
  private func manifests(_ loader: MemoryLoader) -> [String] {
    loader.requestedNames.filter { !$0.hasSuffix(".m4s") && $0 != "init.mp4" }
  }

  private func notes(_ events: [TimedMetadataEvent]) -> [String] {
    events.notes.filter { $0.id == .manifest }.map(\.detail)
  }

  @Test("versions that came as patches give the same as whole ones")
  func equal() throws {
    let patches = MemoryLoader(answers: channel.answers)
    let patched = try channel.events(patches)
    var answers = channel.answers
    answers[Sample.url] = channel.others
    let manifests = MemoryLoader(answers: answers, bringsPatches: false)
    let whole = try channel.events(manifests)
    #expect(patched.tags == whole.tags)
    #expect(patched.notes == whole.notes)
    #expect(Sample.numbers(of: patched.tags) == [0, 1, 2, 3, 4, 5])
    #expect(Sample.times(of: patched.tags) == [1, 3, 5, 7, 9, 11])
    #expect(self.manifests(patches) == ["patch?from=0", "patch?from=1", "patch?from=2"])
    #expect(self.manifests(manifests) == ["manifest.mpd", "manifest.mpd", "manifest.mpd"])
    let segments = { (loader: MemoryLoader) in loader.requestedNames.filter { $0.hasSuffix(".m4s") }
    }
    #expect(segments(patches) == segments(manifests))
  }

  @Test("a patch is asked for as a manifest is, and only once")
  func request() throws {
    let loader = MemoryLoader(answers: channel.answers)
    _ = try channel.events(loader)
    let request = try #require(
      loader.requests.first { $0.url == PatchedManifest.address(0) }
    )
    #expect(request.purpose == .playlist)
    #expect(request.maximumSize == PlaylistReadingLimits().playlistBytes)
    #expect(request.isTriedOnce)
  }

  @Test("patches are used from the first version that offers one")
  func later() throws {
    var channel = channel
    channel.firstPatched = 1
    var answers = channel.answers
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(manifests(loader) == ["manifest.mpd", "patch?from=1", "patch?from=2"])
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(notes(events).isEmpty)
  }

  @Test("a patch whose time to live is over is not asked for")
  func expired() throws {
    var channel = channel
    channel.timeToLive = 1
    var answers = channel.answers
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(manifests(loader) == ["manifest.mpd", "manifest.mpd", "manifest.mpd"])
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(notes(events).isEmpty)
  }

  @Test("an answer that there is no newer version is not an error")
  func unchanged() throws {
    var answers = channel.answers
    answers[PatchedManifest.address(0)] = [
      .bytes([]), .status(204), .status(304), .status(425),
      .bytes(PatchedManifest.patch(to: 0, "", next: 0)), .bytes(channel.patch(to: 0)),
    ]
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(
      manifests(loader)
        == Array(repeating: "patch?from=0", count: 6) + ["patch?from=1", "patch?from=2"]
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(notes(events).isEmpty)
  }

  @Test("where no newer version is announced for long, the whole manifest is read")
  func stale() throws {
    var channel = channel
    channel.last = 1
    var answers = channel.answers
    answers[PatchedManifest.address(0)] = [.status(304)]
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    let count = ManifestVersions.maximumUnchanged + 1
    #expect(
      manifests(loader) == Array(repeating: "patch?from=0", count: count) + ["manifest.mpd"]
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(notes(events).isEmpty)
  }

  /// Patches that cannot be used, by a part of the reason that is given.
  private static let unfit: [(reason: String, answer: @Sendable (Int) -> Answer)] = [
    ("HTTP 404", { _ in .failure(.notFound) }), ("HTTP 404", { _ in .failure(.tooLarge) }),
    ("HTTP 404", { _ in .failure(.forbidden) }), ("HTTP 404", { _ in .status(500) }),
    ("HTTP 404", { version in .cut(PatchedManifest.patch(to: version, "")) }),
    ("an element that does not end", { _ in .bytes(Array("<Patch".utf8)) }),
    ("not well-formed XML", { _ in .bytes(Array("<Patch></MPD>".utf8)) }),
    ("markup that does not end", { _ in .bytes(Array("<Patch><!-- ".utf8)) }),
    ("not Patch", { version in .bytes(PatchedManifest().whole(version + 1)) }),
    (
      "document type",
      { _ in
        let entities = (1...9).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
        return .bytes(Array("<!DOCTYPE Patch [\(entities)]><Patch>&a9;</Patch>".utf8))
      }
    ),
    (
      "selects nothing",
      { .bytes(PatchedManifest.patch(to: $0, "<remove sel=\"/MPD/Period[@id='x']\"/>")) }
    ),
    ("the whole manifest is to be removed", { .bytes(patch($0, "<remove sel=\"/MPD\"/>")) }),
    ("a replacement", { .bytes(patch($0, "<replace sel=\"/MPD\"><MPD/></replace>")) }),
    ("which is not this one", { .bytes(PatchedManifest.patch(to: $0, "", id: "other")) }),
    ("a patch to the version", { .bytes(PatchedManifest.patch(to: $0 + 1, "")) }),
    // It announces a version, and does not lead to it.
    ("a patch for the version", { .bytes(patch($0, "<remove sel=\"/MPD/@profiles\"/>")) }),
    (
      "later publishTime",
      { version in
        let change = "<replace sel=\"\(PatchedManifest.template)/@startNumber\">9</replace>"
        return .bytes(PatchedManifest.patch(to: version, change, next: version))
      }
    ),
    (
      "later publishTime",
      { version in
        let change = "<replace sel=\"/MPD/@publishTime\">2025-12-31T00:00:00Z</replace>"
        let patch = PatchedManifest.patch(to: version, change)
        let text = String(decoding: patch, as: UTF8.self)
        let time = " \u{20}publishTime=\"\(PatchedManifest.publishTime(version + 1))\""
        return .bytes(Array(text.replacing(time, with: "").utf8))
      }
    ),
  ]

  private static func patch(_ version: Int, _ operations: String) -> [UInt8] {
    PatchedManifest.patch(to: version, operations)
  }

  @Test(
    "where a patch cannot be used, the whole manifest is read at once, with one note",
    arguments: unfit.indices
  )
  func unusable(index: Int) throws {
    let (reason, answer) = Self.unfit[index]
    var answers = channel.answers
    for version in 0..<channel.last {
      answers[PatchedManifest.address(version)] = [answer(version)]
    }
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(
      manifests(loader)
        == (0..<3).flatMap { ["patch?from=\($0)", "manifest.mpd"] }
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    let notes = notes(events)
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    #expect(
      note.hasPrefix("the patch to the manifest, \(PatchedManifest.address(0)), cannot be used")
    )
    #expect(note.contains(reason))
    #expect(note.hasSuffix("the whole manifest is read instead"))
  }

  @Test("after three reloads whose patch cannot be used only whole manifests are read")
  func givenUp() throws {
    var channel = channel
    channel.last = 6
    var answers = channel.answers
    for version in 0..<channel.last {
      answers[PatchedManifest.address(version)] = [.failure(.notFound)]
    }
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(
      manifests(loader)
        == (0..<3).flatMap { ["patch?from=\($0)", "manifest.mpd"] }
        + Array(repeating: "manifest.mpd", count: 3)
    )
    #expect(Sample.numbers(of: events.tags) == Array(0...8))
    #expect(notes(events).count == 1)
  }

  @Test("patches are used again after one that cannot be")
  func onceUnusable() throws {
    var answers = channel.answers
    answers[PatchedManifest.address(0)] = [.failure(.notFound)]
    answers[Sample.url] = channel.others
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(manifests(loader) == ["patch?from=0", "manifest.mpd", "patch?from=1", "patch?from=2"])
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(notes(events).count == 1)
  }

  @Test("while neither patch nor manifest can be read, the patch is asked for again")
  func unreachable() throws {
    var answers = channel.answers
    answers[PatchedManifest.address(0)] =
      Array(repeating: .failure(.unreachable), count: 5) + [.bytes(channel.patch(to: 0))]
    answers[Sample.url] = [.failure(.unreachable)]
    let loader = MemoryLoader(answers: answers)
    let events = try channel.events(loader)
    #expect(
      manifests(loader)
        == (0..<5).flatMap { _ in ["patch?from=0", "manifest.mpd"] }
        + ["patch?from=0", "patch?from=1", "patch?from=2"]
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    // One of the patch, one of the manifest.
    #expect(notes(events).count == 2)
  }
}
