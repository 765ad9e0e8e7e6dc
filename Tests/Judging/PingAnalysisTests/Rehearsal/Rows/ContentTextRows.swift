import PingAnalysis

extension RehearsalRow {
  private typealias Sample = CleanCaptures

  /// Rows about the metadata of content.
  static let contentTexts: [RehearsalRow] =
    titles + assets + values + constants

  private static let noContent = Sample.ads.keeping(.ad || .session)

  /// An episode with one changed metadata field. Nil removes the field.
  private static func episode(_ name: String, _ value: String?) -> [String] {
    Sample.playedAds { $0.content[name] = value }
  }

  private static let titles: [RehearsalRow] = [
    .clean("content-title", urls: Sample.ads),
    .clean("content-title", "a Swedish app", urls: Sample.swedish),
    .broken(
      "content-title",
      "a title of 60 characters",
      urls: episode("title", String(repeating: "The Pants ", count: 6) + "S1E3")
    ),
    .broken(
      "content-title",
      "a clip has no title",
      urls: Sample.playedAds {
        $0.content["title"] = nil
        $0.content["isfullepisode"] = "n"
      }
    ),
    .cut("content-title", "no content", urls: noContent),

    .clean("content-title-episode", urls: Sample.ads),
    .clean(
      "content-title-episode",
      "a space between season and episode",
      urls: episode("title", "The Pants S01 E03")
    ),
    .broken(
      "content-title-episode",
      "an episode number without a season",
      urls: episode("title", "The Pants 103")
    ),
    .broken(
      "content-title-episode",
      "season and episode separated by a comma",
      urls: episode("title", "The Pants S3, EP1")
    ),
    .cut("content-title-episode", "a Swedish app", urls: Sample.swedish),

    .clean("content-program", urls: Sample.ads),
    .broken("content-program", "no program", urls: episode("program", nil)),
    .broken(
      "content-program",
      "a program name of 30 characters",
      urls: episode("program", "Lights of the Harbour at Night")
    ),
    .cut("content-program", "no content", urls: noContent),
  ]

  private static let assets: [RehearsalRow] = [
    .clean("content-assetid", urls: Sample.ads),
    .broken("content-assetid", "a letter outside ASCII", urls: episode("assetid", "vid#345é")),
    .broken("content-assetid", "a colon", urls: episode("assetid", "vid:345")),
    .cut("content-assetid", "no content", urls: noContent),

    .broken(
      "content-assetid-unique",
      "two titles with one asset id",
      urls: Sample.two(["title": "The Pants S1E4"])
    ),
    .broken(
      "content-assetid-unique",
      "two programs with one asset id",
      urls: Sample.two(["program": "Harbour Nights"])
    ),
    .cut("content-assetid-unique", "two assets", urls: Sample.two),

    .clean("content-crossid", urls: Sample.ads),
    .broken("content-crossid", "a cross id that is too short", urls: episode("crossId1", "EP0093")),
    .broken(
      "content-crossid",
      "a cross id with an unknown prefix",
      urls: episode("crossId1", "XX009311820012")
    ),
    .cut("content-crossid", "no cross id", urls: episode("crossId1", nil)),

    .broken("content-segments-count", "26 values of segB", urls: pages("c33")),
    .broken("content-segments-count", "26 values of segA", urls: pages("c32")),
    .cut("content-segments-count", "fewer than 26 values", urls: Sample.ads),
  ]

  private static let values: [RehearsalRow] = [
    .clean("content-length", urls: Sample.ads),
    .broken("content-length", "the length is in minutes", urls: episode("length", "43:20")),
    .broken("content-length", "a recording with length 0", urls: episode("length", "0")),
    .cut("content-length", "no content", urls: noContent),

    .clean("content-airdate", urls: Sample.ads),
    .clean(
      "content-airdate",
      "an air date with a time zone",
      urls: episode("airdate", "2023-10-18T20:00:00+01:00")
    ),
    .broken("content-airdate", "a date that does not exist", urls: episode("airdate", "20231345")),
    .broken(
      "content-airdate",
      "a date in the future",
      urls: episode("airdate", "20301018 20:00:00")
    ),
    .broken("content-airdate", "no air date in the US", urls: episode("airdate", nil)),
    .cut("content-airdate", "no air date in Sweden", urls: Sample.swedish),

    .clean("content-full-episode", urls: Sample.ads),
    .broken(
      "content-full-episode",
      "c53 is blank",
      urls: Sample.ads.setting("c53", "", in: .content)
    ),
    .broken(
      "content-full-episode",
      "c53 is yes",
      urls: Sample.ads.setting("c53", "yes", in: .content)
    ),
    .cut("content-full-episode", "no content", urls: noContent),

    .clean("content-adload", urls: Sample.ads),
    .broken("content-adload", "no ad load type", urls: episode("adloadtype", nil)),
    .broken(
      "content-adload",
      "the ad load of TV although ads are inserted",
      urls: episode("adloadtype", "1")
    ),
    .cut("content-adload", "no content", urls: noContent),
  ]

  private static let constants: [RehearsalRow] = [
    .clean("content-metadata-constant", urls: Sample.ads),
    .broken(
      "content-metadata-constant",
      "the second timer has a different length",
      urls: Sample.ads.setting("sd", "3500", in: .content && .number(2) && .timer)
    ),
    .broken(
      "content-metadata-constant",
      "the title changes after the ad",
      urls: Sample.ads.setting("tl", "The Trousers S1E3", in: .content && .number(2))
    ),
    .cut(
      "content-metadata-constant",
      "the capture ends after the view",
      urls: Sample.plain.cut(after: 1, of: .view)
    ),

    .clean("content-change-new-viewing", urls: Sample.two),
    .broken(
      "content-change-new-viewing",
      "two content items with one c59",
      also: ["content-nothing-after-end"],
      urls: Sample.two.setting("c59", viewing, in: .content)
    ),
    .broken(
      "content-change-new-viewing",
      "the last timer has a different asset",
      urls: Sample.plain.settingAsset("vid345-67484", in: .number(3) && .timer)
    ),
    .cut("content-change-new-viewing", "one content item", urls: Sample.ads),
  ]

  private static let viewing = "iqal6k21r0de8gm901kif5xznar7q\(PlayedScenario.start)"

  /// 26 pages, each with its own reporting group, then an episode.
  private static func pages(_ name: String) -> [String] {
    let app = DrivenApp()
    for page in 1...26 { app.show("page\(page)", for: 5) }
    app.begin()
    app.play(0...330)
    app.end()
    return (1...26).reduce(app.urls) { urls, page in
      urls.setting(name, "group\(page)", in: .page && .value("asn", "page\(page)"))
    }
  }
}
