import Formats

/// The form of one kind of ping: an endpoint and the ordered list of its parameters.
///
/// The list is written in a compact notation, entries parted by white space:
///
///     1  ci={ci}! c8=devgrp,{deviceGroup} st="mtvr"
///     4  c71=ottflg,{ottStatus}? ca={ca}!^ sdd={diagnostics}*
///
/// An entry is `name=`, an optional key with a comma, and a `{variable}` or a `"literal"`, in which
/// a quote is doubled. Marks
/// follow: `!` the variable must not be empty, `?` the entry is left out when empty, `^` minimal
/// and `*` no percent-encoding. A number at the start of a line is the position of the next entry
/// and is checked.
public struct PingTemplate: Sendable, Equatable {
  /// A name in ``EngineConfiguration/endpoints``.
  public var endpoint: String
  /// The parameters in the notation above.
  public var notation: String { didSet { reading = Self.read(notation) } }

  /// Read once, because every engine needs it: of thousands of streams each has an engine of its own.
  private var reading: Result<[PingTemplateEntry], EngineConfigurationError>

  /// Makes a template; a mistake in its notation is reported when an engine starts.
  public init(endpoint: String, notation: String) {
    self.endpoint = endpoint
    self.notation = notation
    reading = Self.read(notation)
  }

  /// The entries of ``notation`` in order.
  ///
  /// - Throws: ``EngineConfigurationError`` as ``PingTemplateParser`` does.
  func entries() throws(EngineConfigurationError) -> [PingTemplateEntry] { try reading.get() }

  private static func read(
    _ notation: String
  ) -> Result<[PingTemplateEntry], EngineConfigurationError> {
    do throws(EngineConfigurationError) {
      return .success(try PingTemplateParser.parse(notation))
    } catch {
      return .failure(error)
    }
  }

  /// The parsed form follows from the notation.
  public static func == (left: PingTemplate, right: PingTemplate) -> Bool {
    left.endpoint == right.endpoint && left.notation == right.notation
  }
}

/// One parameter of a template.
struct PingTemplateEntry: Sendable, Equatable {
  enum Source: Sendable, Equatable {
    case variable(PingVariable)
    case literal(String)
  }

  var name: String
  var key: String?
  var source: Source
  var isRequired = false
  var isLeftOutWhenEmpty = false
  var encoding = PercentEncoding.component

  /// The text before the encoded value: `c27=cln,`.
  var prefix: String { name + "=" + (key.map { $0 + "," } ?? "") }

  /// The parameter with `value`, decoded.
  func parameter(value: String) -> PingParameter {
    let decoded = encoding == .none ? PercentEncoding.decode(value) : value
    return PingParameter(name: name, value: key.map { $0 + "," + decoded } ?? decoded)
  }
}
