import Formats
import NielsenTag
import TimedMetadata
import Trace

extension TapTag {
  /// Makes a tag from a record of `extract`. Nil for other records.
  package init?(_ record: RecordView<TimedTagFields>) {
    guard let carriage = record.carriage, let tag = record.tag, let digest = tag.sha256 else {
      return nil
    }
    let nielsen = record.nielsen
    let owners = (tag.frames ?? []).compactMap { $0["owner"]?.stringValue }
    let payload = owners.first { $0.hasPrefix(NielsenPayload.ownerPrefix) }
    self.init(
      kind: nielsen?.kind ?? Self.otherKind,
      digest: digest,
      size: tag.size ?? 0,
      owner: payload ?? nielsen.flatMap(Self.payload) ?? owners.first ?? "",
      carriage: carriage
    )
    identity = Self.identity(
      sequence: nielsen?.sequence,
      first: nielsen?.firstTime,
      last: nielsen?.lastTime
    )
    isCut = record.notes?.contains(NoteID.strippedHeader.rawValue) ?? false
    time = record.time
    wallClock = record.wallClock.flatMap { DateTimeText.read($0)?.unixSeconds }
    (rendition, pid, segment) = (record.rendition, record.pid, record.segment)
    offset = record.offset.map { Int64($0) }
  }

  /// Makes the payload from the fields of a record without frames. Nil if a field is unknown.
  private static func payload(_ nielsen: RecordView<NielsenFields>) -> String? {
    guard let pcCID = nielsen.pcCID, let fdCID = nielsen.fdCID,
      let watermark = nielsen.watermark, let pcOffset = nielsen.pcOffset,
      let fdOffset = nielsen.fdOffset, let breakout = nielsen.breakout
    else { return nil }
    let offsets = [pcOffset, fdOffset].map { Decimals.padded($0, to: PayloadField.pcOffset.count) }
    return NielsenPayload.ownerPrefix
      + [pcCID, fdCID, watermark, offsets[0], offsets[1], breakout].joined(separator: "/")
  }
}
