/// A call of the API with its arguments, or another input of the engine, such as an answer to a lookup.
///
/// Events of a receiver's page are also converted to calls: see ``calls(ofEvent:_:)``.
package enum Call: Sendable {
  /// `init(appInfo:delegate:)`: makes the instance.
  case initialize(CallArgument)
  case play(CallArgument)
  case loadMetadata(CallArgument)
  /// A playhead in seconds; nil if there is no number in the range of `Int64`.
  case playheadPosition(Int64?)
  case sendID3(String)
  case stop
  case end
  case staticEnd
  /// `isRelay`: the call comes from the cast sender and also describes its device and user.
  case updateOTT(CallArgument, isRelay: Bool = false)
  /// Changes the metadata of the current asset without changing the asset.
  case updateMetadata(CallArgument)
  /// The sound was muted or unmuted.
  case setMuted(Bool)
  case trackViewability
  case userOptOut(String?)
  /// The user changed the tracking setting of the operating system, which the SDK reads by itself.
  case trackingSetting(PrivacySettings.Tracking)
  case appDisableApi(Bool)
  case debug(Bool)
  /// Tells the engine, which has no timer, that time has passed.
  case advance
  case close

  /// Tells the engine that a ping could not be sent.
  case deliveryFailed(DeliveryProblem)
  /// The answer to a time-shift lookup, not yet checked; nil if no code was returned.
  case timeShift(String?, to: TimeShiftQuestion)
  /// The answer to the configuration request with the number `to`.
  case configuration(Result<String, ConfigurationRequestError>, to: Int)

  /// A description of the call for the log, without confidential values; nil for calls that are not logged.
  var words: String? {
    switch self {
    case .play(let channel): "play" + channel.words(["channelName"])
    case .loadMetadata(let metadata): "loadMetadata" + metadata.words(["type", "assetid"])
    case .playheadPosition(let position?): "playheadPosition \(position)"
    case .sendID3(let data): "sendID3 of \(data.utf8.count) bytes"
    case .stop: "stop"
    case .end: "end"
    case .staticEnd: "staticEnd"
    case .updateOTT(let info, _):
      "updateOTT" + info.words(["ottStatus", "ottType", "ottDevice"])
    case .userOptOut(let text): "userOptOut \(OptOutCommand.words(text))"
    case .appDisableApi(let isOff): "appDisableApi \(isOff)"
    case .close: "close"
    default: nil
    }
  }
}

extension Call {
  /// The calls that correspond to an event of a receiver's page; nil when the event is unknown. The
  /// event name is not case-sensitive; `payload` is the event's data.
  package static func calls(ofEvent event: String, _ payload: CallArgument?) -> [Call]? {
    let move = payload.map { Call.playheadPosition($0.second) }
    switch event.lowercased() {
    case "loadmetadata": return [.loadMetadata(payload?.withMediaURL ?? .other)]
    case "play":
      guard let payload, payload.seconds == nil else {
        return [.play(.object([:]))] + (move.map { [$0] } ?? [])
      }
      return [.play(payload)]
    case "setplayheadposition": return [move ?? .playheadPosition(nil)]
    case "pause", "stop": return (move.map { [$0] } ?? []) + [.stop]
    case "end": return (move.map { [$0] } ?? []) + [.end]
    case "sendid3":
      guard case .text(let data) = payload else { return [.sendID3("")] }
      return [.sendID3(data)]
    case "updateott": return [.updateOTT(payload ?? .other, isRelay: true)]
    case "updatemetadata": return [.updateMetadata(payload?.withMediaURL ?? .other)]
    case "setvolume": return payload?.seconds.map { [.setMuted($0 <= 0)] } ?? []
    case "staticend": return [.staticEnd]
    default: return nil
    }
  }
}

extension CallArgument {
  fileprivate func words(_ keys: [String]) -> String {
    guard let object = ArgumentObject(self, knownKeys: []) else {
      return " with an argument that is not an object"
    }
    return keys.compactMap { key in object[key].map { " \(key)=\($0)" } }.joined()
  }

  /// The value of a number, or of text that is a number; nil for any other argument.
  fileprivate var seconds: Double? {
    switch self {
    case .number(let number): number
    case .text(let text): Double(text)
    default: nil
    }
  }

  fileprivate var second: Int64? { seconds.flatMap { Int64(exactly: $0.rounded(.down)) } }

  /// The metadata with `mediaUrl`, which pages use, renamed to the SDK's `mediaURL` unless that key is present.
  fileprivate var withMediaURL: CallArgument {
    guard var values = scalars, let url = values["mediaUrl"], values["mediaURL"] == nil else {
      return self
    }
    values["mediaUrl"] = nil
    values["mediaURL"] = url
    return .object(values)
  }
}
