/// An error the delegate hears of.
struct EngineProblem: Error, Sendable {
  /// The number and the name of an error.
  struct Code: Sendable, Hashable {
    var number: Int
    var name: String

    static let failedParseStartInfo = Code(.failedParseStartInfo)
    static let failedParseMetadata = Code(.failedParseMetadata)
    static let failedProcessID3 = Code(.failedProcessID3)
    static let failedParseConfig = Code(.failedParseConfig)
    static let failedStartProcessor = Code(.failedStartProcessor)
    static let failedCreateURL = Code(.failedCreateUrl)
    static let failedSendTSV = Code(.failedSendTSV)
    static let invalidPlayheadPosition = Code(.invalidPlayheadPosition)
    static let emptyValue = Code(.emptyValue)
    static let emptyAppName = Code(.emptyAppName)
    static let emptyAppVersion = Code(.emptyAppVersion)
    static let emptyAppID = Code(.emptyAppId)
    static let instanceLimit = Code(.anExceptionOccured)

    init(_ code: LogCode) {
      number = code.rawValue
      name = code.name
    }

    init(_ code: AppApiErrorCode) {
      number = code.rawValue
      name = code.name
    }
  }

  var code: Code
  /// The call or ping concerned and the remedy.
  var description: String
  /// The product that failed, if one did.
  var product: Ping.Product?

  init(_ code: Code, _ description: String, product: Ping.Product? = nil) {
    self.code = code
    self.description = description
    self.product = product
  }
}
