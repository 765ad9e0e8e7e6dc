import TestSupport
import Testing
import TimedMetadata

/// Text that is not searched for payload strings.
@Suite struct FoundTextTests {
  @Test(
    "a playlist without #EXTM3U is refused as a playlist",
    arguments: [
      "#EXT-X-VERSION:3\n#EXTINF:6,\ns0.ts\n", "\n#EXTINF:6,\ns0.ts\n",
      "\u{FEFF}#EXT-X-TARGETDURATION:6\r\n",
    ]
  )
  func unmarkedPlaylist(text: String) {
    #expect {
      _ = try TimedMetadataReader(MemorySource(Array(text.utf8)))
    } throws: { error in
      let error = error as? TimedMetadataError
      return error?.code == .cannotRead && error?.reason.contains("not #EXTM3U") == true
    }
  }

  @Test(
    "text found in a directory is refused, even with payloads, unless --text is given",
    arguments: [false, true],
    [false, true]
  )
  func foundText(isFound: Bool, readsText: Bool) {
    let text = "{\"input\":\"a.ts\",\"owner\":\"\(SampleText.payload(0))\"}\n"
    var options = ReaderOptions(readsText: readsText)
    options.refusesText = isFound
    var code: TimedMetadataError.Code?
    do throws(TimedMetadataError) {
      let reader = try TimedMetadataReader(MemorySource(Array(text.utf8)), options: options)
      while try reader.next() != nil {}
    } catch {
      code = error.code
    }
    #expect(code == (isFound && !readsText ? .unsupportedKind : nil))
  }
}
