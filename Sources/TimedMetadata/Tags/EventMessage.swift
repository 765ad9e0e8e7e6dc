/// What an event message box (`emsg`, ISO/IEC 23009-1, 5.10.3.3) says about its message.
public struct EventMessage: Sendable, Hashable {
  /// 0 or 1.
  public var version: Int
  /// `scheme_id_uri`.
  public var scheme: String
  /// `value`.
  public var value: String
  /// `id`.
  public var id: UInt32
  /// `event_duration` in ticks of the box's timescale; 0xFFFFFFFF stands for unknown.
  public var duration: UInt32

  /// Makes a description with the given parts.
  public init(version: Int, scheme: String, value: String, id: UInt32, duration: UInt32) {
    self.version = version
    self.scheme = scheme
    self.value = value
    self.id = id
    self.duration = duration
  }
}
