import SCTE35
import TransportStream

/// Converts splice information sections of transport streams to markers.
struct SpliceReader {
  private var passed: [UInt16: SpliceFilter] = [:]
  /// The PIDs whose unreadable sections have been reported.
  private var noted: Set<UInt16> = []

  /// The new markers of a section, or a note if it is the first unreadable section of its PID. The result is empty for
  /// a section after the limit.
  mutating func events(of section: SpliceSection, limitSeconds: Double?) -> [TimedMetadataEvent] {
    let now = section.reading.map { Timestamp.inSeconds($0.time) }
    if let limitSeconds, let now, now > limitSeconds { return [] }
    let marks: [TimelineMarker]
    do throws(SpliceFault) {
      marks = try TimelineMarker.marks(ofSplice: section.bytes)
    } catch {
      guard noted.insert(section.pid).inserted else { return [] }
      return [
        .note(
          StreamNote(
            id: .spliceMalformed,
            time: now,
            offset: section.position.offset,
            pid: Int(section.pid),
            program: Int(section.program),
            detail: "splice information cannot be read: \(error)"
          )
        )
      ]
    }
    return marks.compactMap { mark in
      var mark = mark
      mark.program = Int(section.program)
      mark.pid = Int(section.pid)
      mark.offset = section.position.offset
      mark.time = section.reading.map { reading in
        Timestamp.inSeconds(mark.pts.map { reading.time(of: $0) } ?? reading.time)
      }
      if mark.announcement?.isCancelled != true { mark.spliceLead = mark.pts.flatMap(section.lead) }
      return passed[section.pid, default: SpliceFilter()].pass(mark, at: now).map { .marker($0) }
    }
  }
}

extension NoteID {
  static let spliceMalformed: NoteID = "splice-malformed"
}
