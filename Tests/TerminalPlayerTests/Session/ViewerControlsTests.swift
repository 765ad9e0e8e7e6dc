import Testing

@testable import TerminalPlayer

@Suite("what a viewer can do beside playing")
struct ViewerControlsTests {
  @Test("seed #103: nielsen://close closes the opt-out page and is passed to nobody")
  func closedPage() throws {
    let player = try SamplePlayer()
    try player.run("p o esc o enter o o wait 1")
    #expect(player.controller.panel == .log)
    #expect(!player.calls.contains { $0.contains("userOptOut") })
    #expect(player.session.log.lines.count { $0.text.contains("nielsen://close") } == 3)
  }

  @Test(
    "seed #255: picture in picture loads the metadata again with pipMode, now and after a pause"
  )
  func pictureInPicture() throws {
    let player = try SamplePlayer()
    try player.run("v p v wait 1 p v p")
    #expect(
      player.calls.filter { $0.contains("loadMetadata") } == [
        "0.0 loadMetadata adModel=1 pipMode=true type=content",
        "0.0 loadMetadata adModel=1 pipMode=false type=content",
        "1.0 loadMetadata adModel=1 pipMode=true type=content",
      ]
    )
  }

  @Test("seed #257: a new list of channels keeps what is played, or stops it when it is gone")
  func replacedChannels() throws {
    let player = try SamplePlayer()
    player.session.play()
    let one = PlayerChannel(name: "One", url: "sample.log")
    let two = PlayerChannel(name: "Two", url: "two.log")
    player.session.replaceChannels([two, one])
    #expect(player.session.channelIndex == 1 && player.session.phase == .playing)
    player.session.replaceChannels([])
    #expect(player.session.channels.count == 2)
    player.session.replaceChannels([two])
    #expect(player.session.channel.name == "Two" && player.session.phase == .stopped)
  }
}
