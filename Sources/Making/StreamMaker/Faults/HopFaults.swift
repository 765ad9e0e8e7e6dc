import NielsenTag

/// A fault of one hop in a chain. It affects the three DATA tags that are due 110, 120 and 130 s after the start.
public struct HopFault: Sendable {
  /// The effect of the fault on tags.
  public enum Kind: String, Sendable, CaseIterable {
    case lost, changed, moved, doubled
    case lostInVariant = "lost-in-variant"

    /// A one-line description of the fault.
    public var summary: String {
      switch self {
      case .lost: "Three tags are lost."
      case .changed: "One character of the watermark is changed in three tags."
      case .moved: "Three tags are three seconds late relative to the media."
      case .doubled: "Three tags are repeated one second later."
      case .lostInVariant: "Three tags are lost in the first variant."
      }
    }

    fileprivate var fault: Fault { Fault(rawValue, summary, minimumSeconds: 150, changes) }

    private var changes: FaultChanges {
      switch self {
      case .lost: FaultChanges(loses: Self.strikes)
      case .changed:
        FaultChanges(bytes: { bytes, tag in
          if Self.strikes(tag) { Fault.changeWatermark(&bytes) }
        })
      case .moved:
        FaultChanges(plan: { tag, _ in
          guard Self.strikes(tag) else { return [tag] }
          var tag = tag
          tag.releaseTime += 3
          return [tag]
        })
      case .doubled:
        FaultChanges(plan: { tag, _ in
          guard Self.strikes(tag) else { return [tag] }
          var copy = tag
          copy.isRepeat = true
          copy.releaseTime += 1
          return [tag, copy]
        })
      case .lostInVariant:
        FaultChanges(
          loses: Self.strikes,
          presentation: PresentationChanges(strikes: { $0.number == 0 })
        )
      }
    }

    /// Whether the fault affects a tag. The affected tags are after the first ad break and far from INFO tags.
    @Sendable private static func strikes(_ tag: PlannedTag) -> Bool {
      tag.kind == .data && (10...12).contains(tag.index)
    }
  }

  /// The first tap that shows the fault. The hop before this tap causes the fault.
  public let tap: ChainMaker.Tap
  /// The effect of the fault on tags.
  public let kind: Kind

  /// Every combination of a kind and a tap other than the encoder.
  public static let allCases = ChainMaker.Tap.allCases.dropFirst().flatMap { tap in
    Kind.allCases.map { HopFault(tap: tap, kind: $0) }
  }

  /// The name of the fault: the first tap that shows it, and its kind, such as `cdn:lost`.
  public var name: String { "\(tap.rawValue):\(kind.rawValue)" }

  private init(tap: ChainMaker.Tap, kind: Kind) { (self.tap, self.kind) = (tap, kind) }

  /// The fault with a name such as `cdn:lost`. Nil if no fault has this name.
  public init?(_ name: String) {
    guard let fault = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = fault
  }

  /// The fault to apply to the stream of a tap. Nil for the taps before the hop.
  func fault(in other: ChainMaker.Tap) -> Fault? {
    let after = ChainMaker.Tap.allCases.drop { $0 != tap }
    return after.contains(other) ? kind.fault : nil
  }
}
