import StreamMaker

/// The faults that can be made, one line each.
enum FaultList {
  static var text: String {
    let width = Fault.allCases.map(\.id.count).max() ?? 0
    return Fault.allCases.reduce(into: "") { text, fault in
      let padding = String(repeating: " ", count: width - fault.id.count)
      text += "\(fault.id)\(padding)  \(fault.summary)\(needs(fault.form))\n"
    }
  }

  private static func needs(_ form: Fault.Form) -> String {
    switch form {
    case .stream: ""
    case .presentation: " Needs --hls."
    case .liveChannel: " Needs --hls and --live."
    case .lowLatencyChannel: " Needs --hls, --live and --ll-hls."
    case .lowLatencyServer: " Needs --hls, --live, --ll-hls and --serve."
    case .fragments: " Needs --hls and --cmaf."
    case .eventTrack: " Needs --event-track."
    case .manifest: " Needs --dash."
    case .liveManifest: " Needs --dash and --live."
    }
  }
}
