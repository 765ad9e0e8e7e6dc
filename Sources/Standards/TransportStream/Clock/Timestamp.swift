/// Arithmetic on the 33-bit, 90 kHz time stamps of PTS, DTS and PCR base (ISO/IEC 13818-1, 2.4.3.7).
public enum Timestamp {
  /// Ticks per second.
  public static let ticksPerSecond: Int64 = 90_000
  /// The number of different time stamps: they wrap every 95,443.718 s.
  public static let modulus: Int64 = 1 << 33

  /// The shortest signed distance from `earlier` to `later`, in ticks: -2³² to 2³² - 1.
  public static func difference(_ later: Int64, _ earlier: Int64) -> Int64 {
    let distance = (later &- earlier) & (modulus - 1)
    return distance < modulus / 2 ? distance : distance - modulus
  }

  package static func inSeconds(_ ticks: Int64) -> Double {
    Double(ticks) / Double(ticksPerSecond)
  }

  /// Ticks as seconds with one decimal, rounded down: `14.0 s`.
  package static func seconds(_ ticks: Int64) -> String {
    let tenths = ticks / (ticksPerSecond / 10)
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
