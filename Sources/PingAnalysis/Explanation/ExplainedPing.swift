/// A ping with what its parameters mean and what is wrong with them.
public struct ExplainedPing: Sendable {
  /// One parameter.
  public struct Field: Sendable, Equatable {
    /// The name, such as `c27`.
    public var name: String
    /// The key its value begins with, such as `cln`; nil without one.
    public var key: String?
    /// The value, decoded once and without its key.
    public var value: String
    /// What it is called; nil for one that the dictionary does not know.
    public var title: String?
    /// What it means.
    public var description: String
    /// What this value says, where it does not say it itself.
    public var decoded: String?
    /// Whether the value can be right: false when a warning or an error concerns it.
    public var isValid: Bool
    /// What was found; nil for nothing.
    public var finding: String?

    /// What it means, and what this value says.
    public var meaning: String { [description, decoded].compactMap { $0 }.joined(separator: " ") }
  }

  /// The ping.
  public let ping: SentPing
  /// Its parameters in the order of the URL.
  public let fields: [Field]
  /// What is wrong, in the order of the fields, then what is wrong between pings.
  public private(set) var findings: [PingFinding]

  /// Adds findings about pings that are missing beside this one. They concern no parameter of it.
  public mutating func add(_ findings: [PingFinding]) { self.findings += findings }

  /// The worst of the findings; nil without any.
  public var worst: PingFinding.Severity? {
    let order: [PingFinding.Severity] = [.error, .warning, .info]
    return order.first { severity in findings.contains { $0.severity == severity } }
  }
}
