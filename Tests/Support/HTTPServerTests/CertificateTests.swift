import Foundation
import HTTPServer
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// Certificates that openssl makes, and the messages about untrusted ones.
@Suite(
  .enabled(
    if: Tool.isThere("certificates made by openssl"),
    "openssl is missing: 'make tools' installs it"
  )
)
struct CertificateTests {
  private static let script = """
    cat > ca.cnf <<'X'
    [ca]
    default_ca = c
    [c]
    new_certs_dir = .
    database = index
    serial = serial
    default_md = sha256
    policy = p
    copy_extensions = copy
    unique_subject = no
    [p]
    commonName = supplied
    X
    : > index; echo 01 > serial
    key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    openssl req -x509 $key -days 36500 -subj '/CN=Test CA' -keyout ca.key -out ca.pem
    openssl req -x509 $key -days 36500 -subj /CN=self -addext subjectAltName=IP:127.0.0.1 \\
      -keyout self.key -out self.pem
    issue() {
      openssl req -new $key -subj /CN=server -addext "subjectAltName=$4" -keyout $1.key -out $1.csr
      openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in $1.csr -out $1.pem -notext \\
        -startdate $2 -enddate $3
    }
    issue good 20200101000000Z 21200101000000Z IP:127.0.0.1
    issue expired 20200101000000Z 20210203040506Z IP:127.0.0.1
    issue early 21190203040506Z 21200101000000Z IP:127.0.0.1
    issue other 20200101000000Z 21200101000000Z DNS:other.example,DNS:*.b.example
    """

  @Test(
    "an untrusted certificate is reported with its fault",
    arguments: [
      ("good", true, nil), ("good", false, "the issuer of a certificate of PLACE is not known"),
      ("self", true, "a certificate of PLACE is self-signed and is not trusted"),
      ("expired", true, "a certificate of PLACE expired on 2021-02-03T04:05:06Z"),
      ("early", true, "a certificate of PLACE is not valid until 2119-02-03T04:05:06Z"),
      (
        "other", true,
        "a certificate of PLACE is valid for other.example, *.b.example, but not for this host"
      ),
    ] as [(String, Bool, String?)]
  )
  func faults(name: String, isKnown: Bool, words: String?) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await waiting {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-ec", Self.script]
      process.currentDirectoryURL = URL(filePath: path)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
    let bench = try await ServerBench(
      identity: try TLSIdentity(
        certificate: try #require(folder.content(of: "\(name).pem")),
        key: try #require(folder.content(of: "\(name).key"))
      )
    )
    let url = "https://127.0.0.1:\(bench.port)/echo"
    var options = HTTPOptions()
    if isKnown { options.caFile = "\(path)/ca.pem" }
    let fetched = await Self.fetched(url, options)
    let expected = words?.replacing("PLACE", with: "127.0.0.1:\(bench.port)")
    #expect(fetched.error?.reason == expected)
    #expect(fetched.bytes.isEmpty == (words != nil))
    options.isInsecure = true
    #expect(await Self.fetched(url, options).error == nil)
    await bench.service.stop()
  }

  private static func fetched(
    _ url: String,
    _ options: HTTPOptions
  ) async -> (bytes: [UInt8], error: ResourceError?) {
    let request = ResourceRequest(url: url, purpose: .segment, maximumSize: 1 << 20)
    let resource = HTTPLoader(topLevelURL: url, options: options).open(request)
    var bytes: [UInt8] = []
    do throws(ResourceError) {
      while case let more = try await resource.next(), !more.isEmpty { bytes += more }
    } catch {
      return (bytes, error)
    }
    return (bytes, nil)
  }

  @Test(
    "a certificate name matches its host, and an asterisk matches exactly one label",
    arguments: [
      ("a.example", "A.example", true), ("a.example", "b.example", false),
      ("a.example", "*.example", true), ("a.b.example", "*.example", false),
      ("example", "*.example", false),
    ]
  )
  func names(host: String, name: String, isSame: Bool) throws {
    let certificate = ServerCertificate(lines: [
      "X509v3 Subject Alternative Name:DNS:\(name), DNS:other.example"
    ])
    #expect(certificate.names == [name, "other.example"])
    let failure = FetchFailure.certificate(
      1,
      [certificate],
      at: try WebAddress(fetching: "https://\(host)/"),
      now: 0
    )
    #expect(failure.error.reason.contains("not for this host") == !isSame)
  }
}
