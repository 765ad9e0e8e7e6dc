import Terminal

/// Turns keys into actions of the player, and keeps which panel is shown.
package final class PlayerController {
  /// The panel below the playhead.
  package enum Panel: Sendable { case log, info, optOut, help }

  package let session: PlayerSession
  /// The panel that is shown.
  package private(set) var panel = Panel.log
  /// Whether the viewer has quit.
  package private(set) var wantsQuit = false
  /// Whether the screen is to be drawn from scratch.
  var needsRedraw = false
  /// The number of lines of the log between the last one that is shown and the end; the lines that
  /// come meanwhile are counted by number, so that what is read does not advance. Nil: the log is
  /// followed.
  private(set) var lastShownLine: Int?
  /// The lines of the log that the screen has room for.
  var pageSize = 10

  private let save: (PlayerLog) -> String
  private let reload: (PlayerSession) -> String

  /// Makes a controller. `save` saves the log, `reload` reads the list of channels again; each returns a
  /// line for the log about how that went.
  package init(
    _ session: PlayerSession,
    save: @escaping (PlayerLog) -> String,
    reload: @escaping (PlayerSession) -> String = { _ in
      "no list of channels: name one with --channels"
    }
  ) {
    self.session = session
    self.save = save
    self.reload = reload
  }

  /// The keys for the screen, the most needed first.
  static let keyHelp: [(keys: String, meaning: String)] = [
    ("space", "play/pause"), ("q", "quit"), ("←→", "seek"), ("↑↓", "channel"), ("s", "stop"),
    ("i", "info"), ("o", "opt-out"), ("a", "AirPlay"), ("c", "cast"), ("w", "save log"),
    ("x", "clear"), ("PgUp/PgDn", "scroll"), ("?", "help"),
  ]

  /// All of them.
  static let allKeys: [(keys: String, meaning: String)] = [
    ("space, p", "play, pause"), ("s", "stop"), ("← →", "10 s back, forward"),
    ("[ ]", "a minute back, forward"), ("0", "to the start"), ("↑ ↓", "channel up, down"),
    ("1 … 9", "that channel"), ("i", "SDK version, ids, opt-out state"), ("o", "the opt-out page"),
    ("a", "AirPlay on, off"), ("c", "cast on, off"), ("v", "picture in picture on, off"),
    ("r", "read the list of channels again"),
    ("PgUp PgDn Home End", "scroll the log"), ("x", "clear the log"), ("w", "save the log"),
    ("?", "this help"), ("q", "quit"),
  ]

  /// Does what a key represents.
  package func press(_ key: TerminalKey) {
    if panel == .optOut, choose(key) { return }
    switch key {
    case .character(" "), .character("p"): session.playOrPause()
    case .character("s"): session.stop()
    case .left: session.seek(by: -PlayerSession.seekStep)
    case .right: session.seek(by: PlayerSession.seekStep)
    case .character("["): session.seek(by: -60)
    case .character("]"): session.seek(by: 60)
    case .character("0"): session.seek(to: 0)
    case .up: session.chooseNext(-1)
    case .down: session.chooseNext(1)
    case .character(let digit) where ("1"..."9").contains(digit):
      session.choose((digit.wholeNumberValue ?? 0) - 1)
    case .character("i"): toggle(.info)
    case .character("o"): toggle(.optOut)
    case .character("?"), .character("h"): toggle(.help)
    case .character("a"): session.toggleAirPlay()
    case .character("c"): session.toggleCast()
    case .character("v"): session.togglePictureInPicture()
    case .character("r"): session.report(reload(session))
    case .character("x"):
      session.recorder.log.clear()
      lastShownLine = nil
    case .character("w"): session.report(save(session.log))
    case .character("q"): wantsQuit = true
    case .escape: panel = .log
    case .pageUp: scroll(by: -pageSize)
    case .pageDown: scroll(by: pageSize)
    case .home: scroll(by: -PlayerLog.lineCapacity)
    case .end: lastShownLine = nil
    case .redraw: needsRedraw = true
    case .character, .enter, .backspace: break
    }
  }

  private func toggle(_ other: Panel) { panel = panel == other ? .log : other }

  /// The opt-out page, in text. Returns whether the key was meant for it.
  private func choose(_ key: TerminalKey) -> Bool {
    switch key {
    case .character("1"): session.optOut(true)
    case .character("0"): session.optOut(false)
    case .escape, .enter, .character("o"): session.closeOptOutPage()
    default: return false
    }
    panel = .log
    return true
  }

  private func scroll(by lines: Int) {
    panel = .log
    let log = session.log
    let end = log.droppedLineCount + log.lines.count
    let last = (lastShownLine ?? end) + lines
    let first = min(end, log.droppedLineCount + pageSize)
    lastShownLine = last >= end ? nil : max(first, last)
  }
}
