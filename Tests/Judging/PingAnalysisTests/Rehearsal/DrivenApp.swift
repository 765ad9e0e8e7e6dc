import Foundation
import Logging
import Synchronization

@testable import NielsenAppApi

/// An app that calls the engine directly, for call sequences that no scenario can produce.
final class DrivenApp: Sendable {
  private let clock = Mutex(PlayedScenario.start * 1000)
  private let sent = Mutex<[String]>([])
  private let box = Mutex<NielsenAppApi?>(nil)

  init() {
    var environment = EngineEnvironment()
    environment.random = RandomSource(seed: 0)
    environment.device = DeviceProfile(id: "device-1")
    environment.instances = InstanceRegistry()
    environment.processName = "rehearsal"
    environment.log = Logger(label: "rehearsal") { _ in SwiftLogNoOpLogHandler() }
    environment.clock = { [weak self] in self?.clock.withLock { $0 } ?? 0 }
    environment.onPing = { [weak self] ping in self?.sent.withLock { $0.append(ping.url) } }
    let api = NielsenAppApi(
      appInfo: PlayedScenario().appInfo,
      delegate: nil,
      environment: environment
    )
    box.withLock { $0 = api }
  }

  /// The URLs of the pings, in the order in which they were sent.
  var urls: [String] { sent.withLock { $0 } }

  private var api: NielsenAppApi { box.withLock { $0 } ?? NielsenAppApi() }

  /// Shows a page for some seconds.
  func show(_ section: String, for seconds: Int) {
    api.loadMetadata(["type": "static", "section": section])
    wait(seconds)
  }

  /// Calls `play`, and loads the metadata of content.
  func begin(_ content: [String: String] = PlayedScenario.episode) {
    api.play(["channelName": "Channel Seven"])
    api.loadMetadata(content)
  }

  func load(ad type: String, _ id: String, length: Int) {
    api.loadMetadata(["type": type, "assetid": id, "title": id, "length": String(length)])
  }

  /// Reports a playhead every second.
  func play(_ playheads: ClosedRange<Int64>) {
    for playhead in playheads {
      if playhead > playheads.lowerBound { wait(1) }
      api.playheadPosition(playhead)
    }
  }

  func reload(_ content: [String: String] = PlayedScenario.episode) { api.loadMetadata(content) }
  func stop() { api.stop() }
  func optOut(_ isOut: Bool) { _ = api.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)") }
  func end() { api.end() }
  func closePage() { api.staticEnd() }

  func wait(_ seconds: Int) {
    for _ in 0..<seconds {
      clock.withLock { $0 += 1000 }
      api.advance()
    }
  }
}
