import Foundation

/// Small replacements for the parts of UIKit, WebKit, AVKit and AVFoundation that the snippets use,
/// so that the snippets need no changes.

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

/// A replacement for Foundation's request, which is in a separate module on Linux. The snippets only need its URL.
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
