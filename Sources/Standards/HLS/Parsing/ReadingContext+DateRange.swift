extension ReadingContext {
  private static let dateRangeAttributes: Set<String> = [
    "ID", "CLASS", "START-DATE", "CUE", "END-DATE", "DURATION", "PLANNED-DURATION", "END-ON-NEXT",
    "SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN",
  ]

  /// The date range of an EXT-X-DATERANGE (RFC 8216, section 4.3.2.7).
  mutating func dateRange(_ list: AttributeList) -> DateRange {
    var range = DateRange(id: requiredString("ID", of: list), line: list.line)
    range.dateRangeClass = quotedString("CLASS", of: list)
    range.startDate = date("START-DATE", of: list)
    range.cues = dateRangeCues(list)
    range.endDate = date("END-DATE", of: list)
    range.duration = duration("DURATION", of: list)
    range.plannedDuration = duration("PLANNED-DURATION", of: list)
    range.endsOnNext = flag("END-ON-NEXT", of: list)
    range.scte35Command = hexadecimal("SCTE35-CMD", of: list)
    range.scte35Out = hexadecimal("SCTE35-OUT", of: list)
    range.scte35In = hexadecimal("SCTE35-IN", of: list)
    range.otherAttributes = list.others(than: Self.dateRangeAttributes)
    return range
  }

  private mutating func dateRangeCues(_ list: AttributeList) -> [DateRange.Cue] {
    guard let value = quotedString("CUE", of: list) else { return [] }
    return value.split(separator: ",").compactMap { word in
      guard let cue = DateRange.Cue(rawValue: String(word)) else {
        noteInvalid("CUE", String(word), of: list, wanted: "PRE, POST or ONCE")
        return nil
      }
      return cue
    }
  }
}
