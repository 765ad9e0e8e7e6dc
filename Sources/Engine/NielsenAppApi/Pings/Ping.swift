import CResources

/// A ping: one HTTP GET request that the SDK would send.
///
/// The engine makes pings for analysis and tests, and sends none of them.
public struct Ping: Sendable {
  /// The SDK's products that make pings.
  public enum Product: String, CaseIterable, Sendable {
    /// The start of an engine instance.
    case session
    /// Digital in TV Ratings.
    case dtvr
    /// Tag payloads, sent unchanged.
    case id3
    /// The lookup of a tag's time-shift code.
    case tsv
    /// Digital Content Ratings: content and ads.
    case dcr
    /// Digital Content Ratings: pages.
    case `static`
    /// The request to the cross-domain service.
    case emm
    /// An error report of the engine.
    case error
  }

  /// The types of pings.
  public enum Kind: String, CaseIterable, Sendable {
    /// An engine instance started.
    case session
    /// DTVR: the first tag of a content id, or the first one after tags of another content id.
    case impression
    /// DTVR: the first minute that was watched for at least 30 seconds (by default). DCR: the first playhead of an
    /// asset, the first one for another device or user, or the opening of a page.
    case view
    /// DTVR: the watched seconds of one segment.
    case duration
    /// DTVR: five minutes (by default) of one quarter hour were watched.
    case aqh
    /// Collected tag payloads.
    case raw
    /// A lookup of a time-shift code.
    case lookup
    /// DCR: the watched seconds of one segment, or the seconds on a page.
    case timer
    /// A request to the cross-domain service.
    case emm
    /// An error report of the engine.
    case error
  }

  /// The product of the ping.
  public var product: Product
  /// The type of the ping.
  public var type: Kind
  /// The time of the call that caused the ping, in Unix seconds.
  public var createTime: Int64
  /// When the ping was or would be sent, in Unix seconds.
  public var sendTime: Int64
  /// The path of the URL, such as `/cgi-bin/d`.
  public var endpoint: String
  private var body: Body

  private enum Body: Sendable {
    case given(parameters: [PingParameter], url: String)
    case deferred(PingContent)
  }

  /// Makes a ping from its parts.
  public init(
    product: Product,
    type: Kind,
    createTime: Int64,
    sendTime: Int64,
    endpoint: String,
    parameters: [PingParameter],
    url: String
  ) {
    self.product = product
    self.type = type
    self.createTime = createTime
    self.sendTime = sendTime
    self.endpoint = endpoint
    self.body = .given(parameters: parameters, url: url)
  }

  init(
    product: Product,
    type: Kind,
    createTime: Int64,
    sendTime: Int64,
    content: PingContent
  ) {
    self.product = product
    self.type = type
    self.createTime = createTime
    self.sendTime = sendTime
    self.endpoint = content.template.path
    self.body = .deferred(content)
  }

  /// The parameters in the order of the URL. For a ping of the engine, they are computed at each access.
  public var parameters: [PingParameter] {
    switch body {
    case .given(let parameters, _): parameters
    case .deferred(let content): content.parameters()
    }
  }

  /// The complete URL. For a ping of the engine, it is computed at each access.
  public var url: String {
    switch body {
    case .given(_, let url): url
    case .deferred(let content): content.url()
    }
  }

  /// The ping without its first-party id. A ping that was not made by an engine is returned unchanged.
  package var withoutFirstPartyID: Ping {
    guard case .deferred(let content) = body else { return self }
    var values = content.values
    values.set(nil)
    var ping = self
    ping.body = .deferred(PingContent(template: content.template, values: values))
    return ping
  }

  /// The URL with the positions of its changing fields; nil for a ping that was not made by an engine.
  var draft: PingRequest? {
    switch body {
    case .given: nil
    case .deferred(let content): content.request()
    }
  }

  /// The decoded value of the first parameter called `name`, including its key; nil if there is no such parameter.
  public subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension Ping: Equatable {
  /// Compares product, type, times and URL.
  public static func == (left: Ping, right: Ping) -> Bool {
    left.product == right.product && left.type == right.type
      && left.createTime == right.createTime && left.sendTime == right.sendTime
      && left.url == right.url
  }
}

/// One parameter of a ping, decoded.
public struct PingParameter: Hashable, Sendable {
  /// The parameter name, such as `c27`.
  public var name: String
  /// The decoded value with its key, if it has one: `cln,300`.
  public var value: String

  /// Makes a parameter from its decoded parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The machine-readable dictionary of ping parameters: names, keys, rules and invariants.
public enum PingDictionary {
  /// The dictionary as JSON. Its member `howToRead` explains the others.
  public static var json: String {
    String(cString: ping_fields_json())
  }
}
