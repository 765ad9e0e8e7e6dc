import Formats

/// Where a script gives a number or a truth value for what the SDK requires as a text: an app that does so
/// passes something else than was tested.
package enum ScenarioNotices {
  /// The fields of a step that are not arguments of the SDK.
  private static let ownFields: Set<String> = [
    "at", "do", "for", "to", "name", "value", "length", "pod", "content",
  ]

  /// One line for each in `script`, with its line and its field.
  static func lines(of script: LocatedJSON) -> [String] {
    var lines: [String] = []
    for member in members(of: script) {
      switch member.name {
      case "appInfo", "channel", "content":
        lines += conversions(in: member.value, path: member.name)
      case "steps":
        for (index, step) in elements(of: member.value).enumerated() {
          lines += conversions(inStep: step, path: "steps[\(index)]")
        }
      default: break
      }
    }
    return lines
  }

  private static func conversions(inStep step: LocatedJSON, path: String) -> [String] {
    var lines = conversions(in: step, path: path, except: ownFields)
    for member in members(of: step) {
      let inner = "\(path).\(member.name)"
      if member.name == "content" { lines += conversions(in: member.value, path: inner) }
      guard member.name == "pod" else { continue }
      for (index, ad) in elements(of: member.value).enumerated() {
        lines += conversions(in: ad, path: "\(inner)[\(index)]", except: ownFields)
      }
    }
    return lines
  }

  /// One line for each member of `object` that is not text.
  package static func conversions(
    in object: LocatedJSON,
    path: String,
    except names: Set<String> = []
  ) -> [String] {
    members(of: object).compactMap { member in
      guard !names.contains(member.name) else { return nil }
      let text: String
      switch member.value.value {
      case .number(let number): text = number
      case .truth(let truth): text = String(truth)
      default: return nil
      }
      return
        "line \(member.line): '\(path).\(member.name)': is not text: it is read as \"\(text)\", "
        + "which an app must pass"
    }
  }

  private static func members(of json: LocatedJSON) -> [LocatedJSON.Member] {
    if case .object(let members) = json.value { members } else { [] }
  }

  private static func elements(of json: LocatedJSON) -> [LocatedJSON] {
    if case .array(let elements) = json.value { elements } else { [] }
  }
}

/// Products that metadata asks to measure and that are not measured.
package enum UnmeasuredProducts {
  /// One line for each product that `metadata` is about.
  package static func notices(of metadata: [[String: String]], measuresAudio: Bool) -> [String] {
    var lines: [String] = []
    if !measuresAudio, metadata.contains(where: { $0["type"] == "radio" }) {
      lines.append(
        "audio ('radio') is not measured as such: no ping is made of its playheads, and its tags are measured as those "
          + "of a video: turn on products.audio in --config, whose pings have a form of our own"
      )
    }
    if metadata.contains(where: { $0["ocrtag"] != nil }) {
      lines.append("ad ratings (DAR) are not measured: 'ocrtag' has no effect")
    }
    return lines
  }
}
