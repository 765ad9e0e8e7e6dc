/// A request of the capture that is not a ping: the configuration, the opt-out page.
package struct OtherRequest: Sendable, Equatable {
  /// The index of the first ping after it, as `explain` counts: those below are before it.
  package let pingsBefore: Int
  package let url: String
  /// Unix seconds by the clock of the capture.
  package let arrivedAt: Double?
  package let userAgent: String?
  package let status: Int?
}
