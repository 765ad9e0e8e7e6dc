import Formats
import NielsenAppApi

extension PrivacySettings {
  /// Reads the object `json`, which the field `path` of a scenario holds: `flavour`, and `tracking`, the
  /// answer of the system from iOS 14 on, or `limitAdTracking`, its setting before.
  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    self.init()
    var fields = try ScenarioFields(json, path: path)
    flavour = try fields.choice("flavour") ?? .global
    let answer = try fields.choice("tracking", of: Authorization.self)
    let isLimited = try fields.truth("limitAdTracking")
    if answer != nil, isLimited != nil {
      throw fields.error("limitAdTracking", "is of iOS before 14: leave it or 'tracking' out")
    }
    if let answer { tracking = .authorization(answer) }
    if let isLimited { tracking = .limitAdTracking(isLimited) }
    try fields.finish()
  }
}
