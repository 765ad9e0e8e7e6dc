import Testing

@testable import DASH

@Suite("addresses of segments from a template")
struct AddressTemplateTests {
  @Test(
    "identifiers in a template become values of the declared width, and $$ becomes $",
    arguments: [
      ("$RepresentationID$/$Number$.m4s", "v1/7.m4s"),
      ("a_$Number%05d$_$Bandwidth$.m4s", "a_00007_64000.m4s"),
      ("$Time$.m4s", "180000.m4s"),
      ("$Time%010d$$$$Number$", "0000180000$7"),
      ("$Bandwidth%08d$/$Number%d$", "00064000/7"),
      ("plain.m4s", "plain.m4s"),
      ("$Number%02d$", "07"),
      ("$$", "$"),
      ("", ""),
    ]
  )
  func texts(template: String, text: String) {
    let template = AddressTemplate(template, representation: "v1", bandwidth: 64000)
    #expect(template.text(number: 7, time: 180_000) == text)
    #expect(template.unknown == nil)
  }

  @Test(
    "an unknown identifier in a template is kept as written and reported",
    arguments: [
      ("a$Nummer$b", "a$Nummer$b", "Nummer"),
      ("a$Number", "a$Number", "Number"),
      ("$Number%05x$", "$Number%05x$", "Number%05x"),
      (
        "$Number%99999999999999999999d$", "$Number%99999999999999999999d$",
        "Number%99999999999999999999d"
      ),
      ("$Number%99d$", "$Number%99d$", "Number%99d"),
      ("$", "$", ""),
    ]
  )
  func unknown(template: String, text: String, unknown: String) {
    let template = AddressTemplate(template, representation: "v", bandwidth: nil)
    #expect(template.text(number: 7, time: 0) == text)
    #expect(template.unknown == unknown)
  }
}
