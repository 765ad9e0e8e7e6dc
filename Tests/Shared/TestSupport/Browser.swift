import Foundation
import Glibc

/// A headless Chromium that tests use as a person would: with mouse, keyboard and screenshots. They control it by the
/// DevTools protocol over two pipes.
public final class Browser {
  /// The error, in a sentence.
  public struct Failure: Error, CustomStringConvertible {
    /// The error as a sentence.
    public var description: String
  }

  private let folder: URL
  private let process = Process()
  private let commands: Int32
  private let answers: Int32
  private var received: [UInt8] = []
  private var lastID = 0
  private var session: String?

  /// The timeout of an answer in milliseconds, which is reached only if something hangs.
  private static let patience: Int32 = 180_000
  /// The time in milliseconds for which a page may poll for a condition; less than the timeout of an answer.
  private static let longestLook = 150_000

  /// The end of the browser's standard error.
  private var said: String {
    let text = try? String(contentsOf: folder.appendingPathComponent("errors"), encoding: .utf8)
    return String((text ?? "").suffix(2000))
  }

  /// Starts a browser without a window.
  public init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-browser-\(UUID().uuidString)")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let paths = ["commands", "answers"].map { folder.appendingPathComponent($0).path }
    for path in paths where mkfifo(path, 0o600) != 0 {
      throw Failure(description: "\(path) cannot be made")
    }
    // Opened in both directions, so that neither side waits for the other to open.
    let mode = O_RDWR | O_CLOEXEC
    (commands, answers) = (Glibc.open(paths[0], mode), Glibc.open(paths[1], mode))
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      exec \(Tool.browser) --no-sandbox --disable-gpu --no-first-run --hide-scrollbars \
      --user-data-dir="$HOME" --remote-debugging-pipe about:blank 3< commands 4> answers
      """,
    ]
    process.currentDirectoryURL = folder
    process.environment = [
      "HOME": folder.path, "TMPDIR": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = folder.appendingPathComponent("errors")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.runWithSignals()
    let target = try ask("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    let attached = try ask("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    _ = try ask("Page.enable")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    close(commands)
    close(answers)
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - Pages

  /// Opens a page in a window of the given size, and waits until it is loaded.
  public func open(
    _ address: String,
    width: Int = 1280,
    height: Int = 900,
    isDark: Bool = false
  ) throws {
    _ = try ask(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
    )
    _ = try ask(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]]
    )
    let answer = try ask("Page.navigate", ["url": address])
    if let problem = answer["errorText"] as? String {
      throw Failure(description: "\(address): \(problem)")
    }
    try wait(until: "document.readyState === 'complete' && location.href !== 'about:blank'")
  }

  /// The value of a JavaScript expression, as text.
  public func text(_ expression: String) throws -> String {
    try evaluate("String(\(expression))")
  }

  /// The outcome of a JavaScript promise, as text.
  public func outcome(_ promise: String) throws -> String {
    try evaluate("Promise.resolve(\(promise)).then(String)")
  }

  /// Waits until a JavaScript expression is true.
  public func wait(until expression: String) throws {
    let outcome = try evaluate(
      """
      new Promise(done => {
        const end = Date.now() + \(Self.longestLook)
        const look = () => (\(expression)) ? done('true')
          : Date.now() > end ? done('false') : setTimeout(look, 20)
        look()
      })
      """
    )
    guard outcome == "true" else { throw Failure(description: "never true: \(expression)") }
  }

  /// The value of an expression, or of its promise, as text.
  private func evaluate(_ expression: String) throws -> String {
    let answer = try ask(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true]
    )
    guard let value = (answer["result"] as? [String: Any])?["value"] as? String else {
      throw Failure(description: "\(expression): \(answer)")
    }
    return value
  }

  /// The image of the window, as PNG.
  public func screenshot() throws -> Data {
    let answer = try ask("Page.captureScreenshot", ["format": "png"])
    guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
      throw Failure(description: "no screenshot: \(answer)")
    }
    return data
  }

  // MARK: - Mouse and keyboard

  /// Clicks the middle of the first element that matches a selector.
  public func click(_ selector: String) throws {
    let place = try middle(of: selector)
    for type in ["mousePressed", "mouseReleased"] {
      _ = try ask(
        "Input.dispatchMouseEvent",
        ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1]
      )
    }
  }

  /// Drags the mouse across an element, between two fractions of its width.
  public func drag(_ selector: String, from start: Double, to end: Double) throws {
    let middle = try middle(of: selector)
    let width = try text("document.querySelector(\(selector.quoted)).getBoundingClientRect().width")
    guard let width = Double(width) else { throw Failure(description: "\(selector): no width") }
    for (type, share) in [
      ("mouseMoved", start), ("mousePressed", start), ("mouseMoved", (start + end) / 2),
      ("mouseMoved", end), ("mouseReleased", end),
    ] {
      let isHeld = type != "mouseReleased" && (type != "mouseMoved" || share != start)
      _ = try ask(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": middle[0] + width * (share - 0.5), "y": middle[1],
          "button": isHeld || type == "mouseReleased" ? "left" : "none", "buttons": isHeld ? 1 : 0,
          "clickCount": 1,
        ]
      )
    }
  }

  /// Touches the middle of the first element that matches a selector.
  public func tap(_ selector: String) throws {
    let middle = try middle(of: selector)
    _ = try ask("Emulation.setTouchEmulationEnabled", ["enabled": true])
    let point = ["x": middle[0], "y": middle[1]]
    _ = try ask("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [point]])
    _ = try ask("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [Any]()])
  }

  /// Scrolls to the first element that matches a selector, and returns its middle in the window.
  private func middle(of selector: String) throws -> [Double] {
    let place = try text(
      """
      (() => {
        const element = document.querySelector(\(selector.quoted))
        if (!element) return 'none'
        element.scrollIntoView({ block: 'center' })
        const box = element.getBoundingClientRect()
        return (box.x + box.width / 2) + ' ' + (box.y + box.height / 2)
      })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    guard place.count == 2 else { throw Failure(description: "\(selector) is not in the page") }
    return place
  }

  /// Types text into the focused element.
  public func type(_ text: String) throws { _ = try ask("Input.insertText", ["text": text]) }

  /// Presses a key that has no letter, such as `Tab` (9) or `Enter` (13).
  public func press(_ key: String, code: Int) throws {
    let isEnter = key == "Enter"
    for type in [isEnter ? "keyDown" : "rawKeyDown", "keyUp"] {
      var event: [String: Any] = [
        "type": type, "key": key, "code": key, "windowsVirtualKeyCode": code,
      ]
      if isEnter { event["text"] = "\r" }
      _ = try ask("Input.dispatchKeyEvent", event)
    }
  }

  // MARK: - The protocol

  private func ask(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try send([UInt8](try JSONSerialization.data(withJSONObject: message)) + [0])
    while true {
      let answer = try JSONSerialization.jsonObject(with: Data(try receive())) as? [String: Any]
      // Events, and answers to earlier requests, are skipped.
      guard let answer, answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the browser takes no commands") }
      rest = rest.dropFirst(count)
    }
  }

  /// A message up to its terminating zero.
  private func receive() throws -> [UInt8] {
    while true {
      if let end = received.firstIndex(of: 0) {
        defer { received.removeSubrange(...end) }
        return Array(received[..<end])
      }
      var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.patience) > 0 else {
        throw Failure(description: "the browser does not answer: \(said)")
      }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = chunk.withUnsafeMutableBytes { read(answers, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the browser has gone: \(said)") }
      received += chunk[..<count]
    }
  }
}

extension String {
  /// The text as a JavaScript literal.
  fileprivate var quoted: String {
    "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
