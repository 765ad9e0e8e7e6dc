import PingAnalysis

extension RehearsalRow {
  private typealias Sample = CleanCaptures

  static let pages: [RehearsalRow] = [
    .clean("static-view", urls: Sample.pages),
    .broken("static-view", "sport has no view", urls: Sample.pages.dropping(sport && pageView)),
    .broken(
      "static-view",
      "the view has davty 1",
      urls: Sample.pages.setting("davty", "1", in: sport && pageView)
    ),
    .broken(
      "static-view",
      "the view of home is repeated",
      urls: Sample.pages.repeating(home && pageView)
    ),
    .cut("static-view", "no page", urls: Sample.plain),

    .clean("static-section", urls: Sample.pages),
    .broken(
      "static-section",
      "the section is the placeholder defChnAsset",
      urls: Sample.pages.setting("ch", "us-910685_c01_defChnAsset_S", in: home)
        .setting("asn", "defChnAsset", in: home)
    ),
    .broken(
      "static-section",
      "ch has a different section",
      urls: Sample.pages.setting("ch", "us-910685_c01_news_S", in: sport)
    ),
    .cut("static-section", "no page", urls: Sample.plain),

    .clean("static-timer", urls: Sample.pages),
    .broken(
      "static-timer",
      "home has no timer",
      urls: Sample.pages.dropping(home && !pageView)
    ),
    .broken(
      "static-timer",
      "sport has no timer before the video",
      urls: Sample.pages.dropping(sport && !pageView)
    ),
    .cut(
      "static-timer",
      "the capture ends after the view",
      urls: Sample.pages.cut(after: 1, of: pageView)
    ),

    .clean("static-not-during-video", urls: Sample.pages),
    .broken(
      "static-not-during-video",
      "sport is shown during the video",
      urls: Sample.pages.shifting(by: 400, sport).merging()
    ),
    .broken(
      "static-not-during-video",
      "home and sport are shown during the video",
      urls: Sample.pages.shifting(by: 400, .page).merging()
    ),
    .cut(
      "static-not-during-video",
      "no video",
      urls: Sample.pages.dropping(.content)
    ),
  ]

  private static let home: Pick = .page && .value("asn", "home")
  private static let sport: Pick = .page && .value("asn", "sport")
  private static let pageView: Pick = .page && .value("cr", "V")
}
