import Testing

@testable import HLS

struct PlaylistFollowerTests {
  private var follower = PlaylistFollower(uri: address)

  /// A playlist of segments with these numbers, each `target` seconds long and named `names` plus its number.
  private func window(
    _ numbers: Range<Int>,
    _ extra: String = "",
    names: String = "s",
    tail: String = "",
    target: Int = 4
  ) throws -> MediaPlaylist {
    let segments = numbers.map { "#EXTINF:\(target),\n\(names)\($0).ts\n" }.joined()
    let head = "#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
    guard
      case .media(let playlist) = try reading("#EXTM3U\n" + head + extra + segments + tail)
        .playlist
    else { throw WrongKind(text: segments) }
    return playlist
  }

  @Test("in the first version all segments are new, and in later versions only added segments are")
  mutating func added() throws {
    let first = follower.update(with: try window(10..<13), requestedAt: 100)
    #expect(first.newSegments.map(\.mediaSequenceNumber) == [10, 11, 12])
    #expect(first.isChanged)
    let second = follower.update(with: try window(11..<15), requestedAt: 104)
    #expect(second.newSegments.map(\.uri) == ["s13.ts", "s14.ts"])
    #expect(second.events == [])
    #expect(!second.hasEnded)
    #expect(follower.nextRequest() == PlaylistRequest(uri: address, time: 108, isBlocking: false))
  }

  @Test(
    "an unchanged version is counted, and the next load follows after half a target duration"
  )
  mutating func unchanged() throws {
    _ = follower.update(with: try window(10..<13), requestedAt: 100)
    let second = follower.update(with: try window(10..<13), requestedAt: 104)
    #expect(!second.isChanged)
    #expect(second.unchangedCount == 1)
    #expect(second.unchangedDuration == 4)
    #expect(follower.nextRequest()?.time == 106)
    let third = follower.update(with: try window(10..<13), requestedAt: 106)
    #expect(third.unchangedCount == 2)
    #expect(third.unchangedDuration == 6)
    let fourth = follower.update(with: try window(11..<14), requestedAt: 108)
    #expect(fourth.unchangedCount == 0)
    #expect(fourth.unchangedDuration == 0)
  }

  @Test("after a failed load, the next load follows after half a target duration")
  mutating func failed() throws {
    _ = follower.update(with: try window(10..<13), requestedAt: 100)
    follower.fail(requestedAt: 104)
    #expect(follower.nextRequest()?.time == 106)
  }

  @Test(
    "after up to three failures a load follows in 4.1 s; after more, in half a target duration"
  )
  mutating func failedWithLongSegments() throws {
    _ = follower.update(with: try window(10..<13, target: 10), requestedAt: 100)
    #expect(
      follower.nextRequest() == PlaylistRequest(uri: address, time: 110, isBlocking: false)
    )
    let expected = [(114.1, true), (118.2, true), (122.3, false), (127.3, false), (132.3, false)]
    var time = 110.0
    for (due, isAskedAgain) in expected {
      follower.fail(requestedAt: time)
      let next = try #require(follower.nextRequest())
      #expect(abs(next.time - due) < 0.001)
      #expect(next.isAskedAgain == isAskedAgain)
      time = next.time
    }
    _ = follower.update(with: try window(10..<14, target: 10), requestedAt: 140)
    #expect(
      follower.nextRequest() == PlaylistRequest(uri: address, time: 150, isBlocking: false)
    )
  }

  @Test(
    "one failure removes delivery directives from the next request, three from all later requests"
  )
  mutating func refusedDirectives() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n"
    _ = follower.update(with: try window(10..<13, control), requestedAt: 100)
    for round in 1...PlaylistFollower.refusalLimit {
      #expect(follower.nextRequest()?.uri.contains("_HLS_msn=13") == true)
      follower.fail(requestedAt: 104, hadDirectives: true)
      #expect(follower.nextRequest()?.uri == address)
      #expect(follower.nextRequest()?.isBlocking == false)
      #expect(follower.refusesDirectives == (round == PlaylistFollower.refusalLimit))
      _ = follower.update(with: try window(10..<13, control), requestedAt: 105)
    }
    #expect(follower.nextRequest()?.uri == address)
  }

  @Test("a failed request with delivery directives is repeated without them")
  mutating func repeatedWithoutDirectives() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n"
    _ = follower.update(with: try window(10..<13, control, target: 10), requestedAt: 100)
    follower.fail(requestedAt: 105, hadDirectives: true)
    let plain = PlaylistRequest(uri: address, time: 110, isBlocking: false)
    #expect(follower.nextRequest() == plain)
    follower.fail(requestedAt: 110)
    let next = try #require(follower.nextRequest())
    #expect(next.uri.contains("_HLS_msn=13"))
    #expect(next.time == 114.1)
    #expect(next.isAskedAgain)
  }

  @Test("a successful request with delivery directives resets the count of failed ones")
  mutating func singleRefusals() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n"
    _ = follower.update(with: try window(10..<13, control), requestedAt: 100)
    for round in 0..<5 {
      follower.fail(requestedAt: 104, hadDirectives: true)
      _ = follower.update(with: try window(10..<13, control), requestedAt: 105)
      _ = follower.update(with: try window(10..<14 + round, control), requestedAt: 106)
    }
    #expect(!follower.refusesDirectives)
  }

  @Test("segments that left the window between two loads are counted as missed")
  mutating func hole() throws {
    _ = follower.update(with: try window(10..<13), requestedAt: 100)
    let update = follower.update(with: try window(16..<19), requestedAt: 124)
    #expect(update.events == [.missed(first: 13, count: 3)])
    #expect(update.newSegments.map(\.mediaSequenceNumber) == [16, 17, 18])
  }

  @Test("a window that starts where the previous window ended misses no segment")
  mutating func adjacent() throws {
    _ = follower.update(with: try window(10..<13), requestedAt: 100)
    let update = follower.update(with: try window(13..<16), requestedAt: 112)
    #expect(update.events == [])
    #expect(update.newSegments.count == 3)
  }

  @Test(
    "media sequence numbers that restart, or jump further than time allows, make all segments new"
  )
  mutating func restarted() throws {
    _ = follower.update(with: try window(1000..<1003), requestedAt: 100)
    let back = follower.update(with: try window(0..<2, names: "t"), requestedAt: 104)
    #expect(back.events == [.restarted(expected: 1003, found: 0)])
    #expect(back.newSegments.map(\.uri) == ["t0.ts", "t1.ts"])
    let next = follower.update(with: try window(0..<3, names: "t"), requestedAt: 108)
    #expect(next.newSegments.map(\.uri) == ["t2.ts"])
    let forth = follower.update(with: try window(9000..<9002), requestedAt: 112)
    #expect(forth.events == [.restarted(expected: 3, found: 9000)])
    #expect(forth.newSegments.count == 2)
  }

  @Test("many segments that are missed over a long time do not count as a restart")
  mutating func longHole() throws {
    _ = follower.update(with: try window(0..<3), requestedAt: 0)
    let update = follower.update(with: try window(500..<503), requestedAt: 2000)
    #expect(update.events == [.missed(first: 3, count: 497)])
  }

  @Test("different media under the same media sequence numbers count as a restart")
  mutating func restartWithCommonNumbers() throws {
    _ = follower.update(with: try window(0..<5), requestedAt: 0)
    let update = follower.update(with: try window(0..<2, names: "t"), requestedAt: 4)
    #expect(update.events == [.restarted(expected: 5, found: 0)])
    #expect(update.newSegments.map(\.uri) == ["t0.ts", "t1.ts"])
  }

  @Test("an older version from a cache adds no segments and changes no state")
  mutating func outdated() throws {
    _ = follower.update(with: try window(10..<14), requestedAt: 0)
    let old = follower.update(with: try window(9..<13), requestedAt: 4)
    #expect(old.events == [.outdated])
    #expect(!old.isChanged)
    let next = follower.update(with: try window(11..<15), requestedAt: 6)
    #expect(next.newSegments.map(\.mediaSequenceNumber) == [14])
    #expect(next.events == [])
  }

  @Test("if two versions have no common numbers, dates distinguish an old version from a restart")
  mutating func datedVersions() throws {
    let tag = "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T"
    _ = follower.update(with: try window(10..<13, tag + "10:00:00Z\n"), requestedAt: 0)
    let old = follower.update(with: try window(0..<3, tag + "09:59:00Z\n"), requestedAt: 4)
    #expect(old.events == [.outdated])
    let new = follower.update(with: try window(0..<3, tag + "10:00:08Z\n"), requestedAt: 8)
    #expect(new.events == [.restarted(expected: 13, found: 0)])
  }

  @Test("a restart with the same segment names is recognized after five outdated versions")
  mutating func sameNames() throws {
    _ = follower.update(with: try window(0..<5), requestedAt: 0)
    var updates: [PlaylistUpdate] = []
    for load in 1...6 {
      updates.append(
        follower.update(with: try window(0..<3), requestedAt: Double(load * 2))
      )
    }
    #expect(updates.dropLast().allSatisfy { $0.events == [.outdated] })
    #expect(updates.last?.events == [.restarted(expected: 5, found: 0)])
    #expect(updates.last?.newSegments.count == 3)
  }

  @Test("a version without segments adds no segments and misses none")
  mutating func emptyVersion() throws {
    _ = follower.update(with: try window(10..<13), requestedAt: 0)
    let empty = follower.update(with: try window(0..<0), requestedAt: 4)
    #expect(empty.events == [])
    #expect(!empty.isChanged)
    let next = follower.update(with: try window(11..<14), requestedAt: 8)
    #expect(next.newSegments.map(\.mediaSequenceNumber) == [13])
    #expect(next.events == [])
  }

  @Test("a changed discontinuity sequence number of a known segment is reported")
  mutating func discontinuitySequence() throws {
    _ = follower.update(
      with: try window(10..<13, "#EXT-X-DISCONTINUITY-SEQUENCE:4\n"),
      requestedAt: 0
    )
    let fitting = follower.update(
      with: try window(11..<14, "#EXT-X-DISCONTINUITY-SEQUENCE:4\n"),
      requestedAt: 4
    )
    #expect(fitting.events == [])
    let update = follower.update(with: try window(12..<15), requestedAt: 8)
    #expect(
      update.events == [.discontinuitySequence(mediaSequenceNumber: 12, expected: 4, found: 0)]
    )
    #expect(update.newSegments.map(\.mediaSequenceNumber) == [14])
  }

  @Test(
    "EXT-X-ENDLIST or type VOD ends the playlist, which is not loaded again",
    arguments: ["#EXT-X-ENDLIST\n", "#EXT-X-PLAYLIST-TYPE:VOD\n"]
  )
  func ended(tag: String) throws {
    var follower = PlaylistFollower(uri: address)
    _ = follower.update(with: try window(10..<13), requestedAt: 0)
    let update = follower.update(with: try window(10..<13, tag), requestedAt: 4)
    #expect(update.hasEnded)
    #expect(follower.nextRequest() == nil)
  }

  @Test("a blocking reload is requested half a target duration after the previous request")
  mutating func blocking() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24\n"
    #expect(follower.nextRequest() == PlaylistRequest(uri: address, time: 0, isBlocking: false))
    _ = follower.update(with: try window(10..<13, control), requestedAt: 100)
    #expect(
      follower.nextRequest()
        == PlaylistRequest(
          uri: address + "?_HLS_msn=13&_HLS_skip=YES",
          time: 102,
          isBlocking: true
        )
    )
    _ = follower.update(with: try window(10..<13, control), requestedAt: 101)
    #expect(follower.nextRequest()?.time == 103)
  }

  @Test("a follower that uses partial segments requests the next part, and a new part is a change")
  func parts() throws {
    var follower = PlaylistFollower(uri: address, usesParts: true)
    let control =
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n#EXT-X-PART-INF:PART-TARGET=1\n"
    let part = "#EXT-X-PART:URI=\"p\",DURATION=1\n"
    _ = follower.update(with: try window(10..<13, control), requestedAt: 0)
    #expect(follower.nextRequest()?.uri == address + "?_HLS_msn=13&_HLS_part=0")
    let update = follower.update(with: try window(10..<13, control, tail: part), requestedAt: 1)
    #expect(update.isChanged)
    #expect(update.newSegments.isEmpty)
    #expect(follower.nextRequest()?.uri == address + "?_HLS_msn=13&_HLS_part=1")
  }

  @Test("after an unusable delta update, the whole playlist is requested")
  mutating func incomplete() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n"
    _ = follower.update(with: try window(10..<13, control), requestedAt: 0)
    let skip = control + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n"
    let update = follower.update(with: try window(11..<12, skip), requestedAt: 4)
    #expect(update.events == [.incomplete(missing: 3)])
    #expect(follower.nextRequest() == PlaylistRequest(uri: address, time: 6, isBlocking: false))
    _ = follower.update(with: try window(11..<12, skip), requestedAt: 6)
    #expect(follower.nextRequest() == PlaylistRequest(uri: address, time: 8, isBlocking: false))
    let whole = follower.update(with: try window(11..<15, control), requestedAt: 8)
    #expect(whole.newSegments.map(\.mediaSequenceNumber) == [13, 14])
  }

  @Test("after a delta update without a base, a request follows after half a target duration")
  mutating func deltaWithoutBase() throws {
    let skip = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n"
    for time in stride(from: 0.0, to: 20, by: 2) {
      #expect(follower.nextRequest()?.time == time)
      let update = follower.update(with: try window(11..<12, skip), requestedAt: time)
      #expect(update.events == [.incomplete(missing: 3)])
    }
  }
}
