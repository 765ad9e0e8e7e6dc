/// An event or an error as the delegate sees it.
struct EngineNotice: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case event
    case error
  }

  var kind: Kind
  var number: Int
  var description: String
  /// Unix seconds.
  var time: Int64

  /// The dictionary of the public API.
  var dictionary: [AnyHashable: Any] {
    let timeStamp = CivilTime(time).timeStamp
    return switch kind {
    case .event:
      ["Event Description": description, "EventStatus": number, "TimeStamp": timeStamp]
    case .error:
      ["Error Description": description, "ErrorStatus": number, "TimeStamp": timeStamp]
    }
  }
}
