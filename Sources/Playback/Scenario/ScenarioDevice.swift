import Formats
import NielsenAppApi

extension DeviceProfile {
  private static let texts: [(name: String, WritableKeyPath<DeviceProfile, String> & Sendable)] = [
    ("osVersion", \.osVersion), ("osGroup", \.osGroup), ("deviceGroup", \.deviceGroup),
    ("platform", \.platform), ("phoneType", \.phoneType), ("deviceName", \.deviceName),
    ("bundleId", \.bundleID), ("model", \.model), ("typeId", \.typeID),
    ("systemName", \.systemName), ("systemVersion", \.systemVersion),
    ("manufacturer", \.manufacturer),
  ]

  /// Reads a JSON object with the fields that the `device` of a scenario has.
  /// - Throws: ``ScenarioError`` with the line and the field.
  package init(json bytes: [UInt8]) throws(ScenarioError) {
    try self.init(try LocatedJSON.read(bytes), path: "")
  }

  /// Reads the object `json`, which the field `path` of a scenario holds.
  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    var fields = try ScenarioFields(json, path: path)
    self.init(id: try fields.text("id"))
    for (name, property) in Self.texts {
      if let text = try fields.text(name) { self[keyPath: property] = text }
    }
    try fields.finish()
  }
}
