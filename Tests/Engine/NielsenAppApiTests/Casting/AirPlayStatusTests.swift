import Testing

@testable import NielsenAppApi

@Suite("AirPlay routes")
struct AirPlayStatusTests {
  @Test(
    "AirPlay and mirroring are distinguished for routes of iOS 11 and of earlier versions",
    arguments: [
      ("Apple TV 4K", "DC:56:E7:53:72:85-airplay", "appleTV", "airplay"),
      ("Apple TV 4K", "DC:56:E7:53:72:85-screen", "appleTV", "mirroring"),
      ("AirPlay", "0eb63aae-5915-45f1-b0f7-0102a0e50d53", "airplay", "airplay"),
      (
        "Apple TV 4K", "4335E8A9-1C0A-4251-9000-28CA5FA2F3CF-192731714653291-screen", "appleTV",
        "mirroring"
      ),
      ("Apple TV", "x", "appleTV", "other"), ("My Apple TV", "x-airplay", "appleTV", "airplay"),
      ("Speaker", "x-airplay", "other", "airplay"), ("Speaker", "x-screen", "other", "mirroring"),
      ("Speaker", "x", "other", "other"), ("", "", "other", "other"),
    ]
  )
  func generations(_ name: String, _ uid: String, _ device: String, _ type: String) {
    #expect(
      airPlayStatus([(portType: "AirPlay", portName: name, uid: uid)]) == [
        "ottStatus": "1", "ottDevice": device, "ottType": type, "ottDeviceModel": name,
        "ottDeviceID": uid,
      ]
    )
  }

  @Test("a route without an AirPlay output is reported as not connected")
  func none() {
    #expect(airPlayStatus([]) == ["ottStatus": "0"])
    #expect(
      airPlayStatus([(portType: "Speaker", portName: "AirPlay", uid: "airplay")])
        == ["ottStatus": "0"]
    )
  }

  @Test("the last of several AirPlay outputs is reported")
  func last() {
    let status = airPlayStatus([
      (portType: "AirPlay", portName: "AirPlay", uid: "1"),
      (portType: "AirPlay", portName: "Speaker", uid: "2-screen"),
      (portType: "HDMI", portName: "x", uid: "3"),
    ])
    #expect(status["ottType"] == "mirroring")
    #expect(status["ottDeviceID"] == "2-screen")
  }
}
