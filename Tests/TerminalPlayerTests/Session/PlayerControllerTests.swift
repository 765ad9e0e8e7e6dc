import Terminal
import Testing

@testable import TerminalPlayer

@Suite struct PlayerControllerTests {
  @Test("the panels come and go with their keys, and Esc leads back to the log")
  func panels() throws {
    let controller = try SamplePlayer().controller
    let steps: [(TerminalKey, PlayerController.Panel)] = [
      (.character("i"), .info), (.character("?"), .help), (.character("?"), .log),
      (.character("i"), .info), (.escape, .log), (.character("o"), .optOut), (.enter, .log),
      (.character("i"), .info), (.pageUp, .log),
    ]
    for (key, panel) in steps {
      controller.press(key)
      #expect(controller.panel == panel)
    }
  }

  @Test("what is read stands still while the log grows; the end is followed again")
  func scrolling() throws {
    let player = try SamplePlayer()
    let controller = player.controller
    controller.pageSize = 5
    for number in 0..<20 { player.session.report("\(number)") }
    let count = player.session.log.lines.count
    controller.press(.pageUp)
    #expect(controller.lastShownLine == count - 5)
    player.session.report("more")
    #expect(controller.lastShownLine == count - 5)
    controller.press(.home)
    #expect(controller.lastShownLine == 5)
    controller.press(.pageDown)
    #expect(controller.lastShownLine == 10)
    controller.press(.end)
    #expect(controller.lastShownLine == nil)
    controller.press(.pageDown)
    #expect(controller.lastShownLine == nil)
  }

  @Test("the log is cleared, and saved with what is said of it")
  func log() throws {
    var saved = 0
    let player = try SamplePlayer(save: { log in
      saved = log.entries.count
      return "saved"
    })
    player.controller.press(.character("x"))
    #expect(player.session.log.entries.isEmpty)
    player.session.report("one")
    player.controller.press(.character("w"))
    #expect(saved == 1)
    #expect(player.session.log.lines.map(\.text) == ["one", "saved"])
  }

  @Test("seed #256: r reads the list of channels again and says how that went")
  func reload() throws {
    let player = try SamplePlayer()
    player.controller.press(.character("r"))
    let controller = PlayerController(player.session, save: { _ in "" }) { session in
      session.replaceChannels([PlayerChannel(name: "New", url: "new.log")])
      return "1 channel"
    }
    controller.press(.character("r"))
    #expect(player.session.channel.name == "New")
    #expect(player.session.log.lines.suffix(1).map(\.text) == ["1 channel"])
    #expect(player.session.log.lines.contains { $0.text.contains("--channels") })
  }

  @Test("the information names versions, ids and the state of the opt-out")
  func information() throws {
    let player = try SamplePlayer()
    func value(_ name: String) -> String? {
      player.session.information.first { $0.name == name }?.value
    }
    #expect(value("SDK version")?.hasPrefix("ox.") == true)
    #expect(value("Device id")?.count == 64)
    #expect(value("Opt-out") == "opted in")
    #expect(value("Opt-out page")?.hasPrefix("https://optout.invalid/?appid=P0") == true)
    player.session.optOut(true)
    #expect(value("Opt-out") == "opted out: ids are blank")
    #expect(value("Device id") == "-")
  }

  @Test("q leaves, and keys without a meaning do nothing")
  func quit() throws {
    let player = try SamplePlayer()
    let before = player.session.log.entries.count
    for key in [TerminalKey.character("z"), .enter, .backspace, .character("~"), .character("9")] {
      player.controller.press(key)
    }
    #expect(player.session.log.entries.count == before)
    #expect(!player.controller.wantsQuit)
    player.controller.press(.character("q"))
    #expect(player.controller.wantsQuit)
  }
}
