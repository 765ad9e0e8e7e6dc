import HLS

/// The recorded data of a feed, as files that `check` reads: a playlist or manifest with local names, or a
/// stream. All file names are made here; none is taken from a playlist.
struct EvidenceFiles {
  typealias Source = EvidenceRecorder.Source

  /// The media playlists read so far, by URL.
  private var playlists: [String: EvidencePlaylist] = [:]
  /// The DASH manifest of the feed.
  private var manifest = EvidenceManifest()
  /// The latest recording.
  private var recording = EvidenceRecorder.Recording()

  /// Adds a recording of a time in Unix seconds; a later recording adds the data since the earlier one.
  mutating func add(_ recording: EvidenceRecorder.Recording, at date: Double) {
    let older = self.recording
    self.recording = recording
    // Data from before the alarm is kept, even if newer data arrived.
    self.recording.pieces.merge(older.pieces) { new, _ in new }
    self.recording.failures.formUnion(older.failures)
    self.recording.failures.subtract(self.recording.pieces.keys)
    if recording.stream.isEmpty { self.recording.stream = older.stream }
    let top = recording.top.flatMap { recording.texts[$0] }
    if let top, EvidenceManifest.isManifest(top.bytes) {
      // Later versions can have another address.
      for text in recording.texts.values where EvidenceManifest.isManifest(text.bytes) {
        manifest.add(text, self.recording, at: date) {
          recording.texts[EvidenceRecorder.key($0)]?.bytes
        }
      }
      return
    }
    let variables = top.map { EvidenceText.expanded($0).variables } ?? [:]
    for (url, text) in recording.texts where !Self.isMultivariant(text) {
      var playlist = playlists[url] ?? EvidencePlaylist()
      for text in (recording.earlier[url] ?? []) + [text] {
        playlist.add(EvidenceText.expanded(text, importing: variables).text)
      }
      playlist.joinParts(in: &self.recording)
      playlists[url] = playlist
    }
  }

  private static func isMultivariant(_ text: EvidenceRecorder.Text) -> Bool {
    EvidenceText.lines(of: text.bytes).contains { $0.hasPrefix("#EXT-X-STREAM-INF") }
  }

  /// The files, by name. Empty when nothing was read.
  func files() -> [(name: String, bytes: [UInt8])] {
    guard let top = recording.top, let sent = recording.texts[top] else { return stream }
    let text = EvidenceText.expanded(sent).text
    var used: [Source: String] = [:]
    var taken: Set<String> = []
    let name: (Source) -> String? = { source in
      if let known = used[source] { return known }
      guard let piece = recording.pieces[source] else { return nil }
      let suffix = Self.suffix(of: piece.bytes)
      var name = "s\(piece.serial).\(suffix)"
      // Two recorders can use the same serial numbers.
      var copy = 1
      while !taken.insert(name).inserted {
        name = "s\(piece.serial)-\(copy).\(suffix)"
        copy += 1
      }
      used[source] = name
      return name
    }
    var written: [(name: String, bytes: [UInt8])] = []
    if EvidenceManifest.isManifest(sent.bytes) {
      guard let bytes = manifest.bytes(recording, name: name) else { return [] }
      written.append((Self.manifestName, bytes))
    }
    var names: [String: String] = [:]
    for (number, url) in playlists.keys.sorted().enumerated() {
      guard let text = playlists[url]?.text(recording, name: name) else { continue }
      let file = url == top ? Self.topName : "media-\(number).m3u8"
      names[url] = file
      written.append((file, Array(text.utf8)))
    }
    if Self.isMultivariant(text) {
      written.append((Self.topName, Array(Self.multivariant(text, names: names).utf8)))
    }
    guard !used.isEmpty else { return [] }
    let pieces = used.sorted { $0.value < $1.value }.compactMap { source, name in
      recording.pieces[source].map { (name, $0.bytes) }
    }
    return written + pieces
  }

  private static let topName = "index.m3u8"
  private static let manifestName = "manifest.mpd"

  // MARK: - Multivariant playlists

  /// Tags that refer to data that is not recorded.
  private static let leftOut = [
    "#EXT-X-I-FRAME-STREAM-INF", "#EXT-X-SESSION-KEY", "#EXT-X-SESSION-DATA",
    "#EXT-X-CONTENT-STEERING", "#EXT-X-DEFINE", "#EXT-X-START",
  ]

  /// The text with the file names of the recorded media playlists; the others are removed.
  private static func multivariant(
    _ text: EvidenceRecorder.Text,
    names: [String: String]
  ) -> String {
    func name(_ uri: String) -> String? {
      names[EvidenceRecorder.key(URIResolution.resolve(uri, against: text.base))]
    }
    var lines: [String] = []
    var variant: String?
    for line in EvidenceText.lines(of: text.bytes) {
      let tag = String(line.prefix { $0 != ":" })
      if leftOut.contains(tag) { continue }
      if tag == "#EXT-X-STREAM-INF" {
        variant = line
      } else if !line.hasPrefix("#") {
        if let variant, let name = name(line) { lines += [variant, name] }
        variant = nil
      } else if tag == "#EXT-X-MEDIA", let uri = EvidenceText.attribute("URI", in: line) {
        if let name = name(uri) { lines.append(EvidenceText.replacingURI(in: line, with: name)) }
      } else {
        lines.append(line)
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  // MARK: - Streams

  private var stream: [(name: String, bytes: [UInt8])] {
    let bytes = Array(recording.stream.joined())
    guard !bytes.isEmpty else { return [] }
    let start = Self.packetStart(in: bytes)
    return [("stream.\(Self.suffix(of: bytes[start...]))", Array(bytes[start...]))]
  }

  private static let packetSize = 188
  private static let syncByte: UInt8 = 0x47

  /// The offset of the first complete packet of a transport stream; 0 for other data.
  private static func packetStart(in bytes: [UInt8]) -> Int {
    let last = bytes.count - 2 * packetSize - 1
    guard last >= 0 else { return 0 }
    return (0...min(packetSize - 1, last)).first { start in
      (0...2).allSatisfy { bytes[start + $0 * packetSize] == syncByte }
    } ?? 0
  }

  /// The extension that a search of a folder needs; `check` detects the format from the content.
  private static func suffix(of bytes: some Collection<UInt8>) -> String {
    let head = Array(bytes.prefix(12))
    guard head.count >= 12 else { return "bin" }
    let box = String(decoding: head[4..<8], as: UTF8.self)
    if ["ftyp", "styp", "moof", "sidx", "emsg", "prft"].contains(box) { return "m4s" }
    if head[0] == 0xFF || head.starts(with: "ID3".utf8) { return "aac" }
    return bytes.count == 16 ? "bin" : "ts"
  }
}
