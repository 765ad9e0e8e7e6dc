import NielsenTag
import Testing

@Suite struct BlobCalibrationTests {
  private func payloads() throws -> (valid: NielsenPayload, invalid: NielsenPayload) {
    let valid = try #require(NielsenPayload(owner: PayloadVector.a.text))
    let invalid = try #require(
      NielsenPayload(owner: PayloadVector.a.text.replacing("CE0C61", with: "CE0C62"))
    )
    #expect(invalid.checksumValid == false)
    return (valid, invalid)
  }

  @Test("a single valid checksum confirms the blob model, even after the model was refuted")
  func confirmed() throws {
    let (valid, invalid) = try payloads()
    var calibration = BlobCalibration()
    #expect(calibration.state == .undecided)
    for _ in 0..<20 { calibration.observe(invalid) }
    #expect(calibration.state == .refuted)
    calibration.observe(valid)
    #expect(calibration.state == .confirmed)
  }

  @Test("seven invalid checksums leave the blob model undecided, and eight refute it")
  func refuted() throws {
    let invalid = try payloads().invalid
    var calibration = BlobCalibration()
    for _ in 0..<7 { calibration.observe(invalid) }
    #expect(calibration.state == .undecided)
    calibration.observe(invalid)
    #expect(calibration.state == .refuted)
  }

  @Test("payloads without a readable blob do not affect the blob calibration")
  func withoutBlob() throws {
    let partial = try #require(NielsenPayload(owner: PayloadVector.partial))
    var calibration = BlobCalibration()
    for _ in 0..<20 { calibration.observe(partial) }
    #expect(calibration.state == .undecided)
    #expect(calibration.blobs == 0)
  }
}
