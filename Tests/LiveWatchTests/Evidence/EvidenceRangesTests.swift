import Foundation
import Presentation
import TestSupport
import Testing
import TimedMetadata

@testable import LiveWatch

private typealias ISO = ISOMediaBuilder

/// Presentations of one file are read while they are recorded; what is kept of them is read again.
@Suite("evidence of parts of a file, read again")
struct EvidenceRangesTests {
  private static let count = 4
  /// Ticks of a segment: not whole seconds.
  private static let duration = 180_180
  private static let initialization = ISO.fileType() + ISO.movie(ISO.Track())
  private static let segments = (0..<count).map { number in
    let start = number * duration
    return ISO.fileType(type: "styp")
      + ISO.message(StreamBuilder.tag(number), at: start + 90_000, id: number)
      + ISO.fragment(ISO.Fragment(at: start, duration: duration))
  }
  private static let index = ISO.box(
    "sidx",
    ISO.word(0) + ISO.word(1) + ISO.word(90_000) + ISO.word(0) + ISO.word(0) + ISO.word(count),
    segments.flatMap { ISO.word($0.count) + ISO.word(duration) + ISO.word(0) }
  )

  private static func range(_ start: Int, _ count: Int) -> String {
    "\(start)-\(start + count - 1)"
  }

  /// The index is left to the reader. The manifest counts whole seconds.
  private static let base = """
    <SegmentBase indexRange="\(range(initialization.count, index.count))"/>
    """

  /// The manifest has the ranges itself.
  private static let list: String = {
    var start = initialization.count + index.count
    let entries = segments.map { segment in
      defer { start += segment.count }
      return "<SegmentURL mediaRange=\"\(range(start, segment.count))\"/>"
    }
    return """
      <SegmentList timescale="90000" duration="\(duration)">
        <Initialization range="\(range(0, initialization.count))"/>\(entries.joined())
      </SegmentList>
      """
  }()

  /// The whole file, without a range.
  private static let whole = ""

  private static func manifest(_ addressing: String) -> String {
    """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8.008S"
      minBufferTime="PT2S"><Period id="p"><AdaptationSet mimeType="audio/mp4">
      <Representation id="a" bandwidth="1"><BaseURL>media.mp4</BaseURL>\(addressing)</Representation>
    </AdaptationSet></Period></MPD>
    """
  }

  private func write(_ bytes: [UInt8], to name: String, in folder: TemporaryFolder) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
  }

  /// The tags of the manifest in a folder: their bytes, and their times in milliseconds.
  private func tags(
    in folder: TemporaryFolder,
    recorder: EvidenceRecorder? = nil
  ) throws -> [String] {
    let path = folder.path + "/manifest.mpd"
    let url = FileURL.text(of: path)
    let files = FileLoader(playlistURL: url)
    let source = try FileSource(path: path)
    let reader = try TimedMetadataReader(
      recorder.map { RecordingSource(source, url: url, recorder: $0) } ?? source,
      playlistAccess: PlaylistAccess(
        url: url,
        loader: recorder.map { RecordingLoader(loader: files, recorder: $0) } ?? files
      ),
      options: ReaderOptions()
    )
    var tags: [String] = []
    while let event = try reader.next() {
      guard case .tag(let tag) = event else { continue }
      let milliseconds = tag.time.map { Int(($0 * 1000).rounded()) } ?? -1
      tags.append("\(milliseconds) \(tag.bytes)")
    }
    return tags
  }

  @Test("what was read gives the same tags at the same times", arguments: [base, list, whole])
  func readAgain(addressing: String) throws {
    let (sent, kept) = (try TemporaryFolder(), try TemporaryFolder())
    let media = Self.initialization + Self.index + Self.segments.flatMap { $0 }
    try write(media, to: "media.mp4", in: sent)
    try write(Array(Self.manifest(addressing).utf8), to: "manifest.mpd", in: sent)
    let recorder = EvidenceRecorder(EvidenceBudget(bytes: 1 << 20))
    let tags = try tags(in: sent, recorder: recorder)
    #expect(
      tags
        == (0..<Self.count).map { number in
          "\(1000 + 2002 * number) \(StreamBuilder.tag(number))"
        }
    )
    var files = EvidenceFiles()
    files.add(recorder.recording, at: 0)
    let written = files.files()
    #expect(written.count == (addressing == Self.whole ? 2 : 2 + Self.count))
    for file in written { try write(file.bytes, to: file.name, in: kept) }
    #expect(try self.tags(in: kept) == tags)
  }
}
