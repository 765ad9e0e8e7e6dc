import Formats
import Logging

struct AppInfo: Sendable, Equatable {
  var appID: String
  var appName: String
  var appVersion: String
  var facility: String?
  var client: String?
  var subBrand: String?
  var country: String
  var marketArea: String
  var usesFirstPartyID: Bool
  /// Whether the user starts opted out, regardless of an earlier choice.
  var startsOptedOut: Bool
  var logLevel: Logger.Level?
  /// Login ids, keyed by the template variable that each one fills.
  var loginIDs: [PingVariable.Name: String]
  var warnings: [String]

  static let knownKeys =
    [
      "appid", "appname", "appversion", "sfcode", "nol_devDebug", "enableFpid", "clientid",
      "subbrand", "vcid", "dma", "ccode", "longitude", "latitude", "optout",
    ] + loginKeys.map(\.key)

  /// The keys of login ids and, for hashes, the number of hexadecimal digits. "DCR Sweden Video iOS
  /// SDK" asks for SHA-512 in `hem_unknown`.
  private static let loginKeys: [(key: String, variable: PingVariable.Name, digits: Int?)] = [
    ("hem_unknown", .hemUnknown, 128), ("hem_sha256", .hemSHA256, 64), ("hem_sha1", .hemSHA1, 40),
    ("hem_md5", .hemMD5, 32), ("uid2", .hemUID2, nil), ("uid2_token", .hemUID2Token, nil),
    ("luid", .hemLUID, nil),
  ]
  private static let loginLimit = 300

  /// Reads appInfo; `processName` is used when there is no `appname`.
  ///
  /// - Throws: ``EngineProblem`` with code 1005, 1006 or 1007.
  init(_ argument: CallArgument, processName: String) throws(EngineProblem) {
    guard let object = ArgumentObject(argument, knownKeys: Self.knownKeys) else {
      throw EngineProblem(
        .emptyAppId,
        "init: appInfo is neither a dictionary nor a JSON object: pass one"
      )
    }
    guard let appID = object.filled("appid") else {
      throw EngineProblem(.emptyAppId, "init: 'appid' is missing or blank: pass the id of the app")
    }
    if object["appname"]?.isBlank ?? false {
      throw EngineProblem(.emptyAppName, "init: 'appname' is blank: pass a name or leave it out")
    }
    if object["appversion"]?.isBlank ?? false {
      throw EngineProblem(
        .emptyAppVersion,
        "init: 'appversion' is blank: pass a version or leave it out"
      )
    }
    self.appID = appID
    warnings = object.warnings
    appName = object["appname"] ?? processName
    appVersion = object["appversion"] ?? "0"
    client = object["clientid"]
    subBrand = object["subbrand"] ?? object["vcid"]
    country = object["ccode"] ?? ""
    marketArea = object["dma"] ?? ""
    usesFirstPartyID = argument.usesFirstPartyID
    if !["true", "false", nil].contains(object["enableFpid"]?.lowercased()) {
      warnings.append("'enableFpid' must be true or false: it is read as false")
    }
    startsOptedOut = object["optout"]?.lowercased() == "true"
    loginIDs = [:]
    readFacility(object)
    readLogLevel(object)
    readLoginIDs(object)
    if !Self.looksLikeAppID(appID) {
      warnings.append("'appid' is not P or T followed by a GUID: check the id")
    }
  }

  private mutating func readFacility(_ object: ArgumentObject) {
    guard let given = object["sfcode"] else { return }
    let isPlain = given.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || $0.isDigit || $0 == UInt8(ascii: "-")
    }
    if isPlain, !given.isEmpty {
      facility = given
    } else {
      warnings.append("'sfcode' must consist of a-z, 0-9 and hyphens: the default is used")
    }
  }

  private mutating func readLogLevel(_ object: ArgumentObject) {
    guard let given = object["nol_devDebug"] else { return }
    switch given {
    case "DEBUG", "D": logLevel = .debug
    case "INFO", "I": logLevel = .info
    case "WARN", "W": logLevel = .warning
    case "ERROR", "E": logLevel = .error
    default:
      warnings.append("'nol_devDebug' must be DEBUG, INFO, WARN or ERROR: it is ignored")
    }
  }

  private mutating func readLoginIDs(_ object: ArgumentObject) {
    for (key, variable, digits) in Self.loginKeys {
      guard let given = object[key] else { continue }
      if given.count > Self.loginLimit {
        warnings.append("'\(key)' is longer than \(Self.loginLimit) characters: it is dropped")
      } else if key.hasPrefix("hem_"), !Self.looksLikeHash(given) {
        warnings.append(
          "'\(key)' is dropped because a hash has only letters and digits: pass the digest of the "
            + "address, never the address"
        )
      } else {
        loginIDs[variable] = given
        if let digits, given.count != digits || !given.allSatisfy(\.isHexDigit) {
          warnings.append(
            "'\(key)' does not consist of \(digits) hexadecimal digits: it is sent unchanged"
          )
        }
      }
    }
  }

  private static func looksLikeHash(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func looksLikeAppID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.count) == [9, 4, 4, 4, 12]
      && (text.first == "P" || text.first == "T")
      && text.allSatisfy { $0 == "-" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }
}

extension CallArgument {
  /// Whether an app with this appInfo uses a first-party id: true if `enableFpid` is `true` in any letter case, or has
  /// no string, number or Bool.
  package var usesFirstPartyID: Bool { (self["enableFpid"] ?? "true").lowercased() == "true" }
}

/// The values of `play` that describe the channel.
struct ChannelInfo: Sendable, Equatable {
  /// The channel name; nil when it is absent or blank.
  var name: String?
  var mediaURL: String
  var isNameBlank: Bool
  var warnings: [String]

  private static let nameLimit = 32
  fileprivate static let longName = "channelName is longer than \(nameLimit) characters"

  init?(_ argument: CallArgument) {
    guard let object = ArgumentObject(argument, knownKeys: ["channelName", "mediaURL"]) else {
      return nil
    }
    warnings = object.warnings
    isNameBlank = object["channelName"]?.isBlank ?? false
    name = object.filled("channelName")
    mediaURL = object["mediaURL"] ?? ""
    if let name, name.count > Self.nameLimit { warnings.append(Self.longName) }
  }
}

extension Call {
  package static let longChannelName = "play: \(ChannelInfo.longName)"
}
