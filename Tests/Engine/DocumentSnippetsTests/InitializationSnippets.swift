import Foundation
import NielsenAppApi

// DCR Sweden Video iOS SDK, "Sample SDK Initialization Code", NielsenInit.swift.

// swift-format-ignore
class NielsenInit: NSObject {
    class func createNielsenAppApi(delegate: NielsenAppApiDelegate) -> NielsenAppApi?{
    let appInformation:[String: String] = [
           "appid": "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
            "appversion": "1.0",
            "appname": "app name here",
            "nol_devDebug": "DEBUG",
            "hem_unknown": "924899b875ea6767ab790bd2f4852345fcfec5d203c49be8e8...",
            "enableFpid": "true"
        ]
        return NielsenAppApi(appInfo:appInformation, delegate:delegate)
    }
}

extension NielsenInit {
  /// The privacy page calls this function by another name.
  class func createNielsenApi(delegate: NielsenAppApiDelegate) -> NielsenAppApi? {
    createNielsenAppApi(delegate: delegate)
  }
}

// The same page, ViewController.swift. Its last brace has no counterpart.

// swift-format-ignore
class ViewController: UIViewController, NielsenAppApiDelegate, AVPictureInPictureControllerDelegate, CLLocationManagerDelegate  {

    let avPlayerViewController = AVPlayerViewController()
    var avPlayer:AVPlayer?
    var nielsenAppApi: NielsenAppApi!

  override func viewDidLoad() {
        super.viewDidLoad()

        self.nielsenAppApi = NielsenInit.createNielsenAppApi(delegate: self)
        NSLog("Nielsen SDK initialized")

            }
  }
