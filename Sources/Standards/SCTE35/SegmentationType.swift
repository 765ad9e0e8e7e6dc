/// `segmentation_type_id` (SCTE 35 2023, 10.3.3.1, table 23).
package struct SegmentationType: RawRepresentable, Sendable, Hashable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The name in the standard; nil for reserved values.
  package var name: String? { Self.names[rawValue] }

  /// Whether the type begins (true) or ends (false) a break, an ad, an ad block or a placement opportunity. Nil for all
  /// other types, such as programmes, chapters and overlays.
  package var isOut: Bool? {
    switch rawValue {
    case 0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46: true
    case 0x23, 0x31, 0x33, 0x35, 0x37, 0x45, 0x47: false
    default: nil
    }
  }

  /// The matching start type if `isOut` is false; otherwise the type itself.
  package var start: SegmentationType {
    isOut == false ? SegmentationType(rawValue: rawValue - 1) : self
  }

  /// The level of the segment: 3 for a break, 2 for an opportunity or ad block in it, 1 for an ad, 0 for other types.
  package var breadth: Int {
    switch start.rawValue {
    case 0x22: 3
    case 0x34, 0x36, 0x44, 0x46: 2
    case 0x30, 0x32: 1
    default: 0
    }
  }

  private static let names: [UInt8: String] = [
    0x00: "Not Indicated",
    0x01: "Content Identification",
    0x02: "Call Ad Server",
    0x10: "Program Start",
    0x11: "Program End",
    0x12: "Program Early Termination",
    0x13: "Program Breakaway",
    0x14: "Program Resumption",
    0x15: "Program Runover Planned",
    0x16: "Program Runover Unplanned",
    0x17: "Program Overlap Start",
    0x18: "Program Blackout Override",
    0x19: "Program Join",
    0x1A: "Program Immediate Resumption",
    0x20: "Chapter Start",
    0x21: "Chapter End",
    0x22: "Break Start",
    0x23: "Break End",
    0x24: "Opening Credit Start",
    0x25: "Opening Credit End",
    0x26: "Closing Credit Start",
    0x27: "Closing Credit End",
    0x30: "Provider Advertisement Start",
    0x31: "Provider Advertisement End",
    0x32: "Distributor Advertisement Start",
    0x33: "Distributor Advertisement End",
    0x34: "Provider Placement Opportunity Start",
    0x35: "Provider Placement Opportunity End",
    0x36: "Distributor Placement Opportunity Start",
    0x37: "Distributor Placement Opportunity End",
    0x38: "Provider Overlay Placement Opportunity Start",
    0x39: "Provider Overlay Placement Opportunity End",
    0x3A: "Distributor Overlay Placement Opportunity Start",
    0x3B: "Distributor Overlay Placement Opportunity End",
    0x3C: "Provider Promo Start",
    0x3D: "Provider Promo End",
    0x3E: "Distributor Promo Start",
    0x3F: "Distributor Promo End",
    0x40: "Unscheduled Event Start",
    0x41: "Unscheduled Event End",
    0x42: "Alternate Content Opportunity Start",
    0x43: "Alternate Content Opportunity End",
    0x44: "Provider Ad Block Start",
    0x45: "Provider Ad Block End",
    0x46: "Distributor Ad Block Start",
    0x47: "Distributor Ad Block End",
    0x50: "Network Start",
    0x51: "Network End",
  ]
}
