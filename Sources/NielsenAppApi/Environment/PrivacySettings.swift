/// How the user's consent is found out.
public struct PrivacySettings: Sendable, Equatable {
  /// The three builds of the SDK.
  public enum Flavour: String, CaseIterable, Sendable {
    /// The setting of the operating system counts, and the choice made in the app in addition.
    case global
    /// Only the choice made in the app counts; the vendor id represents the device.
    case noAdFramework
    /// No ids, ever: for children's apps, which opt out right after the start.
    case noId
  }

  /// The setting of the operating system about tracking.
  public enum Tracking: Sendable, Equatable {
    /// iOS before 14: whether the user limits ad tracking.
    case limitAdTracking(Bool)
    /// iOS 14 and later.
    case authorization(Authorization)
  }

  /// The answers of iOS 14 and later.
  public enum Authorization: String, CaseIterable, Sendable {
    /// The user was not asked yet.
    case notDetermined
    /// The user is not permitted to allow it.
    case restricted
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized
  }

  /// The build of the SDK.
  public var flavour = Flavour.global
  /// The setting of the operating system; used only in the flavour ``Flavour/global``.
  public var tracking = Tracking.authorization(.authorized)

  /// Makes the settings of a user who allows tracking.
  public init() {}

  /// Whether the operating system opts the user out.
  var isOptedOut: Bool {
    guard flavour == .global else { return false }
    return switch tracking {
    case .limitAdTracking(let isLimited): isLimited
    case .authorization(let answer): answer != .authorized
    }
  }
}
