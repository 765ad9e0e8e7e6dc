/// Why a stream could not be made.
public struct StreamMakerError: Error, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  public struct Code: Sendable, Hashable {
    private enum Value { case media, noStreams, multiplexer, minutes, fault, options, encryption }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// The media file cannot be read.
    public static let media = Code(.media)
    /// The media file has neither audio nor video that a transport stream can carry.
    public static let noStreams = Code(.noStreams)
    /// libavformat could not multiplex the media.
    public static let multiplexer = Code(.multiplexer)
    /// The length asked for makes no sense.
    public static let minutes = Code(.minutes)
    /// The stream cannot show the fault: it is too short, or not of the kind.
    public static let fault = Code(.fault)
    /// Other options do not go together, or do not fit the media.
    public static let options = Code(.options)
    /// libavutil could not encrypt.
    public static let encryption = Code(.encryption)
  }

  /// The kind of failure.
  public let code: Code
  /// The media file concerned; nil when there is none.
  public let input: String?
  /// The event and its remedy, in one line.
  public let message: String

  /// Input, what happened, and what to do, in one line.
  public var description: String {
    guard let input else { return message }
    return "\(input): \(message)"
  }

  init(_ code: Code, input: String? = nil, _ message: String) {
    self.code = code
    self.input = input
    self.message = message
  }
}
