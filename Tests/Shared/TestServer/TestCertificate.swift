/// A self-signed certificate for `localhost`, 127.0.0.1 and ::1. It was made for these tests.
public enum TestCertificate {
  /// The certificate in PEM form.
  public static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBrzCCAVSgAwIBAgIUJbLZolatnFBTy1XqvmGNM3858nkwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MTQyMloYDzIxMjYxMDI4
    MDkxNDIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARrshBOgnOUv7XP1nxnn4bnfraHJA6p7Oil48yJ8xNVud1FS322KIdy
    6fraUJjWFmbuquEZR5ieUCffG27bF0M3o4GBMH8wHQYDVR0OBBYEFJya0xKNx5kJ
    MeuAyNQx052xh1KwMB8GA1UdIwQYMBaAFJya0xKNx5kJMeuAyNQx052xh1KwMA8G
    A1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IJbG9jYWxob3N0hwR/AAABhxAAAAAA
    AAAAAAAAAAAAAAABMAoGCCqGSM49BAMCA0kAMEYCIQCLWQQUBdI9m2bWVadKC8Hs
    VSJQqZQcU5YpdvVCb/sv/gIhAPUh9jUIQZ3hHH1g8dxeCgTbMPInx8CVSBCQKwXj
    gl4f
    -----END CERTIFICATE-----
    """

  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO0qw6XF5gzwR48B/
    A8fufBCEZKdqrLNKIGcwl0Mqcr+hRANCAARrshBOgnOUv7XP1nxnn4bnfraHJA6p
    7Oil48yJ8xNVud1FS322KIdy6fraUJjWFmbuquEZR5ieUCffG27bF0M3
    -----END PRIVATE KEY-----
    """
}
