import Formats
import SCTE35

extension TimelineMarker {
  /// The `scheme_id_uri` of event messages that contain a whole section (SCTE 214-3).
  package static let spliceScheme = "urn:scte:scte35:2013:bin"

  /// Decodes Base64, or hexadecimal digits after `0x`: the forms in which playlists and manifests carry sections. Nil
  /// if nothing can be decoded, or if the text is too long.
  package static func spliceBytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 2 * (SpliceInfoSection.maximumLength + 3) + 2 else { return nil }
    let characters = Array(text.utf8)
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else {
      let bytes = MessageText.decode(characters[...])
      return bytes.isEmpty ? nil : bytes
    }
    guard characters.count.isMultiple(of: 2), characters.count > 2 else { return nil }
    let digits = characters.dropFirst(2).compactMap { Hexadecimal.value(of: $0) }
    guard digits.count == characters.count - 2 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The markers of a section: one for a `splice_insert`, or else one for each segmentation descriptor, or one for a
  /// `time_signal` without descriptors. Any `pts` is from the section, and there is no `time`, because only the
  /// caller knows the clock. A carrier with its own time, such as an event message, uses that time.
  /// - Throws: `SpliceFault` if the bytes are not a section.
  package static func marks(ofSplice bytes: [UInt8]) throws(SpliceFault) -> [TimelineMarker] {
    let section = try SpliceInfoSection(parsing: bytes)
    var marks: [TimelineMarker] = []
    if case .insert(let insert) = section.command { marks.append(mark(of: insert, in: section)) }
    let time: Int64? =
      if case .timeSignal(let pts?) = section.command { section.adjusted(pts) } else { nil }
    for segmentation in section.segmentations {
      // The descriptors of a splice_insert describe the splice that already has a marker.
      if case .insert = section.command { break }
      var mark = mark(of: segmentation, in: section)
      mark.pts = time
      marks.append(mark)
    }
    if marks.isEmpty, case .timeSignal = section.command {
      var mark = TimelineMarker(kind: .splice)
      mark.announcement = SpliceAnnouncement(command: section.command.name)
      mark.pts = time
      marks.append(mark)
    }
    for index in marks.indices { marks[index].splice = bytes }
    return nested(marks)
  }

  /// Sorts the markers of breaks and ads so that ends come before beginnings, and nested segments are inside broader
  /// ones, as the standard recommends. Not all senders do this. Other markers keep their positions.
  private static func nested(_ marks: [TimelineMarker]) -> [TimelineMarker] {
    func rank(_ mark: TimelineMarker) -> Int {
      let type = mark.announcement?.segmentationType.map(SegmentationType.init(rawValue:))
      let breadth = type?.breadth ?? 0
      return mark.isOut == true ? 100 - breadth : breadth
    }
    let places = marks.indices.filter { marks[$0].isOut != nil }
    guard places.count > 1 else { return marks }
    let sorted = places.sorted { (rank(marks[$0]), $0) < (rank(marks[$1]), $1) }
    var nested = marks
    for (place, index) in zip(places, sorted) { nested[place] = marks[index] }
    return nested
  }

  private static func mark(
    of insert: SpliceInsert,
    in section: SpliceInfoSection
  ) -> TimelineMarker {
    let duration = insert.breakDuration
    var mark = TimelineMarker(
      kind: .splice,
      id: String(insert.eventID),
      duration: duration.map { Self.seconds($0.ticks) },
      isOut: insert.isOut
    )
    mark.pts = insert.pts.map(section.adjusted)
    mark.announcement = SpliceAnnouncement(
      command: section.command.name,
      eventID: insert.eventID,
      returnsByItself: duration?.returnsByItself,
      isCancelled: insert.isOut == nil
    )
    return mark
  }

  private static func mark(
    of segmentation: SegmentationDescriptor,
    in section: SpliceInfoSection
  ) -> TimelineMarker {
    let segment = segmentation.segment
    var mark = TimelineMarker(
      kind: .splice,
      id: String(segmentation.eventID),
      duration: segment?.durationTicks.map(Self.seconds),
      isOut: segment?.type.isOut
    )
    let upid = segment.flatMap { segment -> String? in
      guard !segment.upid.isEmpty else { return nil }
      return segment.hasTextUPID
        ? String(decoding: segment.upid, as: UTF8.self) : Hexadecimal.text(of: segment.upid)
    }
    mark.announcement = SpliceAnnouncement(
      command: section.command.name,
      eventID: segmentation.eventID,
      segmentationType: segment?.type.rawValue,
      segmentationName: segment?.type.name,
      upid: upid,
      isCancelled: segment == nil
    )
    return mark
  }

  private static func seconds(_ ticks: Int64) -> Double { Double(ticks) / 90_000 }

  /// Completes the marker of a playlist tag from its `splice`. A tag has one marker: the first in the section that
  /// begins or ends a break, or else the first marker.
  package mutating func readSplice() {
    guard let splice, let marks = try? Self.marks(ofSplice: splice) else { return }
    guard let mark = marks.first(where: { $0.isOut != nil }) ?? marks.first else { return }
    announcement = mark.announcement
    pts = mark.pts
    isOut = isOut ?? mark.isOut
    if isOut == true { duration = duration ?? mark.duration }
  }

  /// Seconds by which an announcement may come after its splice time. After that, the splice time counts as wrong.
  private static let longestDelay = 10.0

  /// Whether the splice time is plausible: for a section on a PID, at most `longestDelay` seconds before the section.
  package var hasPlausibleTime: Bool {
    pid == nil || spliceLead.map { $0 >= -Self.longestDelay } ?? true
  }

  /// When the marker takes effect, in seconds on the presentation timeline: at `time` if that is plausible. If it is
  /// not, the end of a break takes effect at its announcement, and other markers never take effect (nil).
  package var effectiveTime: Double? {
    guard !hasPlausibleTime else { return time }
    guard isOut == false, let time, let spliceLead else { return nil }
    return time - spliceLead
  }
}
