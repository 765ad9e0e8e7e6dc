import Terminal
import Testing

@testable import TerminalPlayer

@Suite struct PlayerScreenTests {
  /// The screen as text, with nothing after the last character of a line.
  private static func text(
    _ picture: PlayerPicture,
    _ columns: Int,
    _ rows: Int
  ) -> [String] {
    let size = ScreenSize(columns: columns, rows: rows)
    return PlayerScreen(picture: picture, size: size).layout.lines.map { line in
      var text = line.render(isColored: false, width: columns).text
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }

  /// Sixty-five seconds of the sample, and then a pause.
  private static func picture(_ keys: String = "") throws -> PlayerPicture {
    let channels = ["One", "Two", "Three"].map { (name: String) in
      PlayerChannel(name: name, url: "\(name).log")
    }
    let player = try SamplePlayer(channels: channels)
    player.controller.press(.character("p"))
    player.clock.set(milliseconds: player.clock.milliseconds + 65_000)
    player.session.advance()
    for key in keys { player.controller.press(.character(key)) }
    // The whole stream has been read, so that the length is known.
    let feed = try #require(player.session.feed)
    _ = feed.waitUntilReady(for: 800, lead: 0) { false }
    return player.controller.picture
  }

  @Test("80 by 24: title, channels, playhead, tags, log, keys")
  func usual() throws {
    let screen = try Self.text(Self.picture("pa"), 80, 24)
    #expect(
      screen.joined(separator: "\n") == """
        id3tap player  One                                                     [AirPlay]
        > 1 One
          2 Two
          3 Three
        paused   0:01:05 ━━━━━●───────────────────────────────────────────────── 0:11:50
        tag  0:01:00  data #6  FD oKGio6Sl…+36060  breakout 00
        tag  0:00:50  data #5  FD oKGio6Sl…+36050  breakout 00
        tag  0:00:40  data #4  FD oKGio6Sl…+36040  breakout 00
        tag  0:00:30  data #3  FD oKGio6Sl…+36030  breakout 00
        LOG
        0:00:30  call   sendID3 www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6Slpqeoqa…
        0:00:40  call   playheadPosition 31…40
        0:00:40  call   sendID3 www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6Slpqeoqa…
        0:00:50  call   playheadPosition 41…50
        0:00:50  call   sendID3 www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6Slpqeoqa…
        0:01:00  call   playheadPosition 51…60
        0:01:00  call   sendID3 www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6Slpqeoqa…
        0:01:00  ping   id3 raw
        0:01:05  call   playheadPosition 61…65
        0:01:05  call   stop
        0:01:05  ping   id3 raw
        0:01:05  call   updateOTT ottDevice=appleTV ottDeviceID=DC:56:E7:53:72:85-airpl…
        space play/pause  q quit  ←→ seek  ↑↓ channel  s stop  i info  o opt-out
        a AirPlay  c cast  w save log  x clear  PgUp/PgDn scroll  ? help
        """
    )
  }

  @Test("40 by 12: the same, shorter")
  func small() throws {
    let screen = try Self.text(Self.picture(), 40, 12)
    #expect(
      screen.joined(separator: "\n") == """
        id3tap player  One
        > 1 One
          2 Two
        playing  0:01:05 ━●───────────── 0:11:50
        tag  0:01:00  data #6  FD oKGio6Sl…+360…
        tag  0:00:50  data #5  FD oKGio6Sl…+360…
        LOG
        0:01:00  call   sendID3 www.nielsen.com…
        0:01:00  ping   id3 raw
        0:01:05  call   playheadPosition 61…65
        space play/pause  q quit  ←→ seek
        ↑↓ channel  s stop  i info  o opt-out
        """
    )
  }

  @Test(
    "each screen fills the terminal and no more, whatever its size",
    arguments: [(30, 8), (31, 9), (40, 12), (80, 24), (120, 40), (300, 100), (20, 3), (1, 1)],
    ["", "i", "o", "?"]
  )
  func sizes(size: (columns: Int, rows: Int), keys: String) throws {
    var picture = try Self.picture(keys)
    picture.channels = (1...40).map { "チャンネル \($0) " + String(repeating: "長", count: 100) }
    picture.channel = 39
    let size = ScreenSize(columns: size.columns, rows: size.rows)
    let lines = PlayerScreen(picture: picture, size: size).layout.lines
    #expect(lines.count == size.rows)
    for line in lines {
      #expect(line.render(isColored: false, width: size.columns).columns <= size.columns)
    }
  }

  @Test("a terminal that is too small says what it needs")
  func tooSmall() {
    #expect(Self.text(PlayerPicture(), 29, 2) == ["needs 30x8: enlarge, or q", ""])
  }

  @Test(
    "the state is shown in words",
    arguments: [
      (.stopped, false, "stopped"), (.playing, false, "playing"), (.playing, true, "waiting"),
      (.paused, false, "paused"), (.ended, false, "ended"), (.failed("x"), false, "failed"),
    ] as [(PlayerSession.Phase, Bool, String)]
  )
  func state(phase: PlayerSession.Phase, isStalled: Bool, word: String) {
    var picture = PlayerPicture()
    picture.channels = ["One"]
    picture.phase = phase
    picture.isStalled = isStalled
    #expect(Self.text(picture, 80, 24)[2].hasPrefix(word))
  }
}
