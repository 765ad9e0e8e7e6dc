import Conformance
import Formats
import NielsenTag

/// The explanation of a Nielsen payload and of its watermark blob.
struct PayloadExplanation {
  let payload: NielsenPayload
  /// The position of the payload in the explained bytes; 0 if it is unknown.
  let start: Int

  /// The fields in the order of the bytes, then the conclusions from all of them.
  var fields: [ExplainedField] {
    PayloadField.allCases.flatMap { field in
      field == .watermark ? [self.field(field)] + blobFields : [self.field(field)]
    } + conclusions
  }

  private func field(_ field: PayloadField) -> ExplainedField {
    let (key, meaning, confidence) = Self.words(for: field)
    let faults =
      payload.faults.filter { $0.field == field }.map(\.message)
      + PayloadFinding.all(in: payload).filter { $0.field == field }.map(\.message)
    return ExplainedField(
      field.description,
      key: key,
      offset: start + field.offset,
      length: field.count,
      value: text(of: field),
      meaning + remark(on: field),
      confidence,
      finding: faults.isEmpty ? nil : faults.joined(separator: "; ")
    )
  }

  /// The text of a field. Nil if the payload has too few fields.
  private func text(of field: PayloadField) -> String? {
    let parts = payload.text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.indices.contains(field.rawValue) ? String(parts[field.rawValue]) : nil
  }

  private static func words(
    for field: PayloadField
  ) -> (key: String?, meaning: String, ExplainedField.Confidence) {
    switch field {
    case .host: (nil, "identifies a Nielsen tag", .isPublic)
    case .pcCID:
      ("pcCID", "source and broadcast day of the Program Content", .encrypted)
    case .fdCID:
      ("fdCID", "source and broadcast day of the Final Distributor", .encrypted)
    case .watermark: ("watermark", "the watermark blob, 125 bytes as base64url", .computed)
    case .pcOffset: ("pcOffset", "seconds since the Program Content's day began", .isPublic)
    case .fdOffset: ("fdOffset", "seconds since the Final Distributor's day began", .isPublic)
    case .breakout: ("breakout", "break-out code, 00 in every known tag", .isPublic)
    }
  }

  private func remark(on field: PayloadField) -> String {
    switch field {
    case .pcCID: payload.pcCID?.isNull == true ? "; a null CID names no source" : ""
    case .fdCID: payload.fdCID?.isNull == true ? "; a null CID names no source" : ""
    case .pcOffset: Self.timeOfDay(payload.pcOffset, of: payload.pcCID)
    case .fdOffset: Self.timeOfDay(payload.fdOffset, of: payload.fdCID)
    case .host, .watermark, .breakout: ""
    }
  }

  /// A remark with the time of day at an offset, assuming that the day starts at 03:00 on the encoder's clock. Empty if
  /// there is no offset or no source.
  private static func timeOfDay(_ offset: Int?, of source: ContentID?) -> String {
    guard let offset, source?.isNull == false else { return "" }
    let seconds = (3 * 3600 + offset) % 86_400
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    let time = parts.map { Decimals.padded($0, to: 2) }.joined(separator: ":")
    return "; \(time) on the encoder's clock, if its day starts at 03:00"
  }

  // MARK: - The blob

  private var blobFields: [ExplainedField] {
    guard let blob = payload.watermark else { return [] }
    return [
      ExplainedField(
        "  sequence",
        key: "sequence",
        length: 2,
        value: "\(blob.sequence(.littleEndian)) or \(blob.sequence(.bigEndian))",
        "counts DATA and INFO tags together; the byte order is unknown: little-endian is shown first",
        .open
      ),
      ExplainedField(
        "  type",
        length: 1,
        value: (blob.typeByte < 16 ? "0" : "") + String(blob.typeByte, radix: 16),
        "02 DATA, 01 INFO",
        .inferred
      ),
      ExplainedField(
        "  blocks",
        length: WatermarkBlob.blockCount * WatermarkBlob.blockSize,
        value: "\(blob.usedBlocks.count) of \(WatermarkBlob.blockCount) used",
        "watermark detections or, in an INFO tag, data about the encoder",
        .encrypted
      ),
      time("  first tag time", "firstTime", blob.firstTagTime, "when collection began"),
      time("  last tag time", "lastTime", blob.lastTagTime, "when the tag was released"),
      ExplainedField(
        "  checksum",
        key: "checksumValid",
        length: 2,
        value: Self.hex(blob.storedChecksum),
        "the sum of the 123 bytes before the checksum",
        .computed,
        finding: blob.isChecksumValid
          ? nil
          : "computed \(Self.hex(blob.computedChecksum)): the checksum does not match the blob"
      ),
    ]
  }

  private func time(
    _ name: String,
    _ key: String,
    _ seconds: Int64,
    _ meaning: String
  ) -> ExplainedField {
    let isPlausible = NielsenPayload.plausibleTagTimes.contains(seconds)
    return ExplainedField(
      name,
      key: key,
      length: 4,
      value: "\(seconds)" + (UTCTime.text(seconds).map { " (\($0))" } ?? ""),
      meaning + ", by the encoder's clock",
      .computed,
      finding: isPlausible
        ? nil : "not between 2010 and 2099: the encoder's clock is probably not set"
    )
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  // MARK: - All of it

  private var conclusions: [ExplainedField] {
    let whole = payload.faults.filter { $0.field == nil }.map(\.message)
    let basis =
      payload.isKindUncertain ? "no field confirms it" : "from checksum, type, CIDs and offsets"
    return [
      ExplainedField(
        "kind",
        key: "kind",
        value: payload.kind == .data ? "DATA" : "INFO",
        basis,
        payload.isKindUncertain ? .open : .inferred,
        finding: whole.isEmpty ? nil : whole.joined(separator: "; ")
      )
    ]
  }
}
