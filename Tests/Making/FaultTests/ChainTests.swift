import NielsenTag
import StreamMaker
import Testing
import TimedMetadata

/// The outputs of `ChainMaker`, with and without a fault.
@Suite struct ChainTests {
  private typealias Tap = ChainMaker.Tap

  private struct FoundTag: Hashable {
    /// The index of the rendition in name order. Names cannot be compared, because a variant's name has its bandwidth,
    /// which faults change.
    var rendition: Int
    var bytes: [UInt8]
    /// The presentation time stamp in milliseconds.
    var stamp: Int64
    /// The non-null CIDs in the tag.
    var cids: Set<ContentID>
  }

  private static let seconds = 180.0

  private static func taps(
    fault: String? = nil,
    media: String? = nil,
    minutes: Double = seconds / 60
  ) throws -> [Tap: MadeStream] {
    let fault = try fault.map { try #require(HopFault($0)) }
    let stream = StreamMakerOptions(mediaPath: media, minutes: minutes)
    let store = MemoryStore()
    try ChainMaker(PresentationOptions(stream: stream), fault: fault).write(to: store)
    return Dictionary(
      uniqueKeysWithValues: Tap.allCases.map { tap in
        let folder = tap == .encoder ? "" : "\(tap.rawValue)/"
        let files = store.files.filter { $0.key.hasPrefix(folder) }.map {
          (String($0.key.dropFirst(folder.count)), $0.value)
        }
        return (
          tap,
          MadeStream(
            files: Dictionary(uniqueKeysWithValues: files),
            entry: String(tap.entryName.dropFirst(folder.count))
          )
        )
      }
    )
  }

  /// The Nielsen tags in each rendition of a tap.
  private static func tags(_ tap: MadeStream) async throws -> Set<FoundTag> {
    let events = try tap.events()
    var found: [TimedTag] = []
    while let event = try await events.next() {
      if case .tag(let tag) = event, tag.nielsen != nil { found.append(tag) }
    }
    let names = Set(found.map { $0.rendition ?? "" }).sorted()
    var tags: Set<FoundTag> = []
    for tag in found {
      let payload = try #require(tag.nielsen)
      let ticks = Double(try #require(tag.pts))
      tags.insert(
        FoundTag(
          rendition: try #require(names.firstIndex(of: tag.rendition ?? "")),
          bytes: tag.bytes,
          stamp: Int64((ticks * 1000 / Double(tag.timescale ?? 90_000)).rounded()),
          cids: Set([payload.pcCID, payload.fdCID].compactMap(\.self).filter { !$0.isNull })
        )
      )
    }
    return tags
  }

  private static func tags(_ taps: [Tap: MadeStream]) async throws -> [Tap: Set<FoundTag>] {
    var found: [Tap: Set<FoundTag>] = [:]
    for (tap, stream) in taps { found[tap] = try await tags(stream) }
    return found
  }

  private static let cleanTags = Task { try await tags(taps()) }

  @Test(
    "in a chain without a fault, all taps have the encoder's tags, except during the ad",
    arguments: [nil, Recipe.media]
  )
  func clean(media: String?) async throws {
    let taps = try Self.taps(media: media)
    #expect(taps[.packager]?.files == taps[.cdn]?.files)
    let found = try await Self.tags(taps)
    // DATA tags are due every ten seconds, and the first INFO tag after twelve seconds.
    let encoder = try #require(found[.encoder])
    #expect(encoder.count == 18 || encoder.count == 19)
    for tap in [Tap.packager, .cdn] {
      for (rendition, tags) in Dictionary(grouping: found[tap] ?? [], by: \.rendition) {
        let bytes = Set(tags.map(\.bytes))
        #expect(bytes == Set(encoder.map(\.bytes)), "\(tap) \(rendition)")
      }
    }
    let packager = try #require(found[.packager])
    let ads = try #require(found[.ads])
    let renditions = Set(packager.map(\.rendition))
    #expect(renditions.count == 3 && Set(ads.map(\.rendition)) == renditions)
    // The first time stamp is 10 s. The break lasts from 30 s to 80 s. An ad consists of whole segments: 6 s without
    // media, 10 s with media.
    let lost = packager.subtracting(ads)
    #expect(lost.count == (media == nil ? 5 : 4) * renditions.count)
    #expect(lost.allSatisfy { (39_900...90_000).contains($0.stamp) })
    let inserted = ads.subtracting(packager)
    #expect(inserted.count == lost.count)
    let content = Set(packager.flatMap(\.cids))
    #expect(inserted.allSatisfy { !$0.cids.isEmpty && $0.cids.isDisjoint(with: content) })
    let playlist = taps[.ads]?.files["audio/index.m3u8"].map { String(decoding: $0, as: UTF8.self) }
    #expect(playlist?.components(separatedBy: "#EXT-X-DISCONTINUITY\n").count == 3)
  }

  /// The numbers of tags that a fault removes from and adds to each rendition.
  private static let changes: [HopFault.Kind: (removed: Int, added: Int)] = [
    .lost: (3, 0), .changed: (3, 3), .moved: (3, 3), .doubled: (0, 3), .lostInVariant: (3, 0),
  ]

  @Test(
    "taps before the faulty hop have all tags, and taps after it show the fault",
    arguments: HopFault.allCases.map(\.name)
  )
  func fault(name: String) async throws {
    let fault = try #require(HopFault(name))
    let expected = try #require(Self.changes[fault.kind])
    let clean = try await Self.cleanTags.value
    let faulty = try await Self.tags(Self.taps(fault: name))
    let isBefore = Tap.allCases.prefix { $0 != fault.tap }
    for tap in Tap.allCases {
      let tags = try (clean: #require(clean[tap]), faulty: #require(faulty[tap]))
      guard !isBefore.contains(tap) else {
        #expect(tags.clean == tags.faulty, "\(tap)")
        continue
      }
      let removed = Dictionary(grouping: tags.clean.subtracting(tags.faulty), by: \.rendition)
      let added = Dictionary(grouping: tags.faulty.subtracting(tags.clean), by: \.rendition)
      let count = fault.kind == .lostInVariant ? 1 : 3
      #expect(removed.count == (expected.removed > 0 ? count : 0), "\(tap)")
      #expect(added.count == (expected.added > 0 ? count : 0), "\(tap)")
      #expect(removed.values.allSatisfy { $0.count == expected.removed })
      #expect(added.values.allSatisfy { $0.count == expected.added })
      // 110 s to 130 s after the first time stamp, plus up to three seconds.
      let stamps = (Array(removed.values) + Array(added.values)).joined().map(\.stamp)
      #expect(stamps.allSatisfy { (119_900...143_200).contains($0) }, "\(stamps)")
      let clean = Set(tags.clean.map(\.bytes))
      let isSame = added.values.joined().allSatisfy { clean.contains($0.bytes) }
      #expect(isSame == (fault.kind != .changed))
    }
  }

  @Test("`check` passes the taps of a chain without a fault, and warns about the tap with the ad")
  func check() async throws {
    let taps = try Self.taps(media: Recipe.media, minutes: 7)
    for tap in Tap.allCases {
      let report = try await #require(taps[tap]).check()
      let found = Set(report.findings.map(\.rule.rawValue))
      let expected: Set = tap == .ads ? ["tag-cid-change", "tag-sequence"] : []
      #expect(found == expected, "\(tap) \(report.findings)")
      #expect(report.verdict == (tap == .ads ? .warn : .pass), "\(tap)")
    }
  }

  @Test(
    "a chain is refused if it is too short for its fault, or has no segment within the ad break",
    arguments: [("cdn:lost", 2.4, 6.0), (nil, 0.5, 6), (nil, 3, 60)]
  )
  func tooShort(fault: String?, minutes: Double, segment: Double) throws {
    let fault = try fault.map { try #require(HopFault($0)) }
    let options = PresentationOptions(
      stream: StreamMakerOptions(minutes: minutes),
      segmentSeconds: segment
    )
    let error = #expect(throws: StreamMakerError.self) {
      try ChainMaker(options, fault: fault).write(to: MemoryStore())
    }
    #expect(error?.description.contains("--minutes") == true)
  }
}
