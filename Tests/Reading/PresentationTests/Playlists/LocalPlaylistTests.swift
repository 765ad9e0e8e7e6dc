import Foundation
import HLS
import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

/// Playlists on disk without EXT-X-ENDLIST.
@Suite struct LocalPlaylistTests {
  private typealias Sample = SamplePresentation

  private let folder: TemporaryFolder
  private let now = Double(SystemClock.milliseconds()) / 1000

  init() throws { folder = try TemporaryFolder() }

  /// Writes a playlist and its segments.
  private func write(_ count: Int, header: [String] = [], isLive: Bool = true) throws {
    for (index, bytes) in Sample.segments(count).enumerated() {
      try folder.write(bytes, to: "s\(index).ts")
    }
    let text = Sample.playlist(Sample.names(count), header: header, isLive: isLive)
    try folder.write(Array(text.utf8), to: "index.m3u8")
  }

  /// Sets the modification time of a file to the given number of seconds before `now`.
  private func age(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: now - seconds)],
      ofItemAtPath: folder.path + "/" + name
    )
  }

  private func events(
    _ change: (inout PlaylistAccess) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    let url = folder.url("index.m3u8")
    let loader = ResourceAccess(topLevelURL: url) { MemoryLoader([:]) }
    var access = PlaylistAccess(url: url, loader: loader)
    access.clock = TestClock()
    change(&access)
    let reader = try TimedMetadataEvents(
      FileSource(path: folder.path + "/index.m3u8"),
      access: access
    )
    return try await allEvents(of: reader)
  }

  private func isCapture() throws -> Bool {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/index.m3u8")))
    let url = folder.url("index.m3u8")
    guard case .media(let playlist) = try Playlist.parse(bytes, uri: url).playlist else {
      return false
    }
    return LocalPlaylist.isCapture(playlist, url: url, now: now)
  }

  @Test(
    "a captured playlist is read from start to end, with one note",
    arguments: [[], ["#EXT-X-PLAYLIST-TYPE:EVENT"]]
  )
  func capture(header: [String]) async throws {
    try write(12, header: header)
    let events = try await events()
    #expect(Sample.indices(events.tags) == Array(0..<24))
    #expect(events.notes.map(\.id) == [.playlistCaptured])
    #expect(events.summary?.playlist == PlaylistSummary(isLive: false))
  }

  @Test("a playlist with EXT-X-ENDLIST is read without a note")
  func ended() async throws {
    try write(3, isLive: false)
    #expect(try await events().notes.isEmpty)
  }

  @Test(
    "a VOD playlist without EXT-X-ENDLIST is read, and its last line is noted",
    arguments: [(cut: 0, line: 11, end: "s2.ts"), (4, 11, "s2"), (6, 10, "#EXTINF:2.0,")]
  )
  func cutVideoOnDemand(cut: Int, line: Int, end: String) async throws {
    try write(3, header: ["#EXT-X-PLAYLIST-TYPE:VOD"])
    let path = folder.path + "/index.m3u8"
    let text = try #require(FileManager.default.contents(atPath: path))
    try folder.write([UInt8](text.dropLast(cut)), to: "index.m3u8")
    let notes = try await events().notes
    #expect(notes.contains { $0.id == .playlistCaptured && $0.detail.contains("line \(line),") })
    let fault = try #require(notes.first { $0.detail.contains("without EXT-X-ENDLIST") })
    #expect(fault.id == "hls-playlist-invalid")
    #expect(fault.detail.hasPrefix("line \(line): the playlist ends with \"\(end)\""))
  }

  @Test("on request, a captured playlist is read from its start and then followed")
  func followed() async throws {
    try write(12)
    let events = try await events { $0.followsFiles = true }
    #expect(Sample.indices(events.tags) == Array(0..<24))
    #expect(events.notes.last?.id == "hls-playlist-stale")
    #expect(events.summary?.playlist == PlaylistSummary(isLive: true))
  }

  @Test("a playlist counts as being written only while its segments arrive in real time")
  func written() throws {
    try write(6)
    #expect(try isCapture(), "all segments were written at one moment")
    for index in 0..<6 { try age("s\(index).ts", Double(5 - index) * 2 + 0.5) }
    #expect(try !isCapture(), "a segment was written every two seconds until now")
    try age("index.m3u8", 7)
    #expect(try isCapture(), "the playlist has been unchanged for more than three target durations")
    try age("index.m3u8", 0)
    for index in 0..<6 { try age("s\(index).ts", Double(5 - index) * 2 + 60) }
    #expect(try isCapture(), "the playlist was edited a minute after its segments")
    try FileManager.default.removeItem(atPath: folder.path + "/s5.ts")
    #expect(try isCapture(), "the last segment is missing")
  }

  @Test(
    "reading a playlist that is being written ends after three target durations without a change"
  )
  func endsEarly() async throws {
    try write(6)
    for index in 0..<6 { try age("s\(index).ts", Double(5 - index) * 2 + 0.5) }
    let clock = TestClock()
    let start = clock.now
    let events = try await events { $0.clock = clock }
    #expect(Sample.indices(events.tags) == Array(0..<12))
    #expect(events.notes.map(\.id) == [.playlistCaptured])
    #expect(clock.now - start < 10)
  }

  @Test("a playlist on the network is not a capture")
  func network() throws {
    let text = Sample.playlist(Sample.names(3), isLive: true)
    guard case .media(let playlist) = try Playlist.parse(Array(text.utf8), uri: Sample.url).playlist
    else {
      Issue.record("the playlist is not a media playlist")
      return
    }
    #expect(!LocalPlaylist.isCapture(playlist, url: Sample.url, now: now))
  }
}
