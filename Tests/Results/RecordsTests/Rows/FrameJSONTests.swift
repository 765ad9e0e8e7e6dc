import ID3
import Testing

@testable import Records

@Suite struct FrameJSONTests {
  @Test(
    "the JSON of each kind of frame has the members of that kind",
    arguments: [
      (.priv(owner: "o", data: [65]), "PRIV", #""owner":"o","data":"QQ==""#),
      (.uniqueFileIdentifier(owner: "o", identifier: [65]), "UFID", #""owner":"o","data":"QQ==""#),
      (.text(encoding: .utf8, values: ["a", "b"]), "TPE1", #""values":["a","b"]"#),
      (
        .userText(encoding: .utf8, description: "d", values: ["v"]), "TXXX",
        #""description":"d","values":["v"]"#
      ),
      (.url("http://a/"), "WOAF", #""url":"http://a/""#),
      (
        .userURL(encoding: .utf8, description: "d", url: "u"), "WXXX",
        #""description":"d","url":"u""#
      ),
      (
        .comment(encoding: .utf8, language: "eng", description: "d", text: "t"), "COMM",
        #""language":"eng","description":"d","text":"t""#
      ),
      (
        .object(encoding: .utf8, mimeType: "m", fileName: "f", description: "d", data: [65]),
        "GEOB", #""mimeType":"m","fileName":"f","description":"d","data":"QQ==""#
      ),
      (
        .picture(
          ID3Picture(encoding: .utf8, mimeType: "m", type: 3, description: "d", data: [1, 2])
        ),
        "APIC", #""mimeType":"m","pictureType":3,"description":"d","size":2"#
      ),
      (
        .popularimeter(email: "e", rating: 7, counter: nil), "POPM",
        #""email":"e","rating":7,"counter":null"#
      ),
      (
        .transformed(
          ID3TransformedData(
            isCompressed: true,
            encryptionMethod: nil,
            originalLength: 9,
            bytes: [65]
          )
        ),
        "TIT2", #""compressed":true,"encryptionMethod":null,"data":"QQ==""#
      ),
      (.data([65]), "PCNT", #""data":"QQ==""#),
    ] as [(ID3Frame.Content, String, String)]
  )
  func members(content: ID3Frame.Content, id: String, members: String) {
    #expect(ID3Frame(id: id, content: content).json.text == "{\"id\":\"\(id)\",\(members)}")
  }
}
