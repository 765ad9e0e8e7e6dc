import Foundation

/// Small replacements for what the snippets take from UIKit, WebKit, AVKit and AVFoundation, so that
/// everything else in them can stay as it was published.

class UIColor { init(patternImage image: UIImage) {} }
class UIImage { init?(named name: String) {} }
class UIView { var backgroundColor: UIColor? }

class UIViewController: NSObject {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var view: UIView! = UIView()
  private(set) var isDismissed = false
  func loadView() {}
  func viewDidLoad() {}
  func dismiss(animated: Bool, completion: (() -> Void)?) { isDismissed = true }
}

protocol AVPictureInPictureControllerDelegate {}
protocol CLLocationManagerDelegate {}
class AVPlayerViewController {}
class AVPlayer {}

class WKWebView: UIView {
  var navigationDelegate: (any WKNavigationDelegate)?
  var allowsBackForwardNavigationGestures = false
  private(set) var loaded: [URL?] = []
  func load(_ request: URLRequest) { loaded.append(request.url) }
}

/// Foundation's request lives in a module of its own on Linux; the snippets need its URL alone.
struct URLRequest {
  var url: URL?
  init(url: URL) { self.url = url }
}

enum WKNavigationType { case linkActivated, other }
enum WKNavigationActionPolicy { case cancel, allow }

class WKNavigationAction {
  var request: URLRequest
  var navigationType: WKNavigationType
  init(_ url: URL, _ type: WKNavigationType) {
    request = URLRequest(url: url)
    navigationType = type
  }
}

protocol WKNavigationDelegate {
  func webView(
    _ webView: WKWebView,
    decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  )
}

extension WKNavigationDelegate {
  func webView(
    _ webView: WKWebView,
    decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) {}
}

let AVAudioSessionPortAirPlay = "AirPlay"

class AVAudioSessionPortDescription {
  let portType: String
  let portName: String
  let uid: String
  init(portType: String, portName: String, uid: String) {
    self.portType = portType
    self.portName = portName
    self.uid = uid
  }
}

class AVAudioSessionRouteDescription { var outputs: [AVAudioSessionPortDescription] = [] }

class AVAudioSession {
  nonisolated(unsafe) private static let session = AVAudioSession()
  let currentRoute = AVAudioSessionRouteDescription()
  static func sharedInstance() -> AVAudioSession { session }
}
