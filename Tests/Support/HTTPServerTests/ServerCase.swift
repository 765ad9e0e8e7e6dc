import Testing

/// Bytes that a client sends, and the expected parts of the answer.
struct ServerCase: Sendable, CustomTestStringConvertible {
  var what: String
  var sent: String
  /// The expected parts, in this order.
  var parts: [String]
  /// Text that must not arrive.
  var absent: [String] = []
  var testDescription: String { what }

  private static let end = "Host: a\r\nConnection: close\r\n\r\n"
  private static let post = "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
  private static let long = String(repeating: "a", count: 40_000)

  static let all = [
    ServerCase(
      what: "the target and the header fields arrive as sent",
      sent: "GET /echo?a=%20&b&c=+ HTTP/1.1\r\nX-b: 1\r\nx-A:2 \r\n" + end,
      parts: [
        "HTTP/1.1 200 OK\r\n", "Content-Type: text/plain\r\n",
        "GET /echo?a=%20&b&c=+ 127.0.0.1 [X-b,x-A,Host,Connection] ",
      ]
    ),
    ServerCase(
      what: "a whole URL as target, as proxies send it, is passed on",
      sent: "GET http://h/echo?x HTTP/1.1\r\n" + end,
      parts: ["HTTP/1.1 404 Not Found\r\n"]
    ),
    ServerCase(
      what: "an unknown method is passed on",
      sent: "BREW /echo HTTP/1.1\r\n" + end,
      parts: ["BREW /echo"]
    ),
    ServerCase(
      what: "pipelined requests are answered in order",
      sent:
        "GET /later HTTP/1.1\r\nHost: a\r\n\r\nPOST /echo?1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
        + "abcGET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /echo?2 HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "later", " 200 OK", "/echo?1", "abc", " 200 OK", "later", "/echo?2"]
    ),
    ServerCase(
      what: "the answer to HTTP/1.0 has no chunks and closes the connection",
      sent: "GET /echo HTTP/1.0\r\n\r\n",
      parts: [" 200 OK", "Connection: close", "GET /echo"],
      absent: ["chunked"]
    ),
    ServerCase(
      what: "a connection with HTTP/1.0 closes even if the client requests keep-alive",
      sent: "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /echo HTTP/1.0\r\n\r\n",
      parts: ["Connection: close", "GET /echo"],
      absent: ["Keep-Alive"]
    ),
    ServerCase(
      what: "a request without Host is answered",
      sent: "GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n",
      parts: [" 200 OK"]
    ),
    ServerCase(
      what: "HTTP/2.0 is answered with 505",
      sent: "GET /echo HTTP/2.0\r\nHost: a\r\n\r\n",
      parts: [" 505 "]
    ),
    ServerCase(
      what: "the answer to HEAD has the length of the body",
      sent: "HEAD /echo HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "Content-Length: "],
      absent: ["HEAD /echo"]
    ),
    ServerCase(
      what: "the answer to HEAD for a stream has no length",
      sent: "HEAD /stream HTTP/1.1\r\n" + end,
      parts: [" 200 OK"],
      absent: ["piece", "chunked", "Content-Length", "\r\n\r\n0"]
    ),
    ServerCase(
      what: "a status without a body has no length",
      sent: "GET /none HTTP/1.1\r\n" + end,
      parts: [" 204 No Content"],
      absent: ["Content-Length"]
    ),
    ServerCase(
      what: "a body in chunks arrives whole",
      sent: post
        + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
      parts: [" 200 OK", "abc0123456789"]
    ),
    ServerCase(
      what: "malformed chunks are answered with 400",
      sent: post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
      parts: [" 400 Bad Request", "Connection: close"]
    ),
    ServerCase(
      what: "an unknown transfer coding is answered with 400",
      sent: post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      parts: [" 400 Bad Request", "(unknown transfer coding)"]
    ),
    ServerCase(
      what: "a request with both a length and chunks is answered with 400",
      sent: post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      parts: [" 400 Bad Request", "(both a length and chunks)"]
    ),
    ServerCase(
      what: "a request with two different lengths is answered with 400",
      sent: post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
      parts: [" 400 Bad Request", "(several different lengths)"]
    ),
    ServerCase(
      what: "a length that is not a number is answered with 400",
      sent: post + "Content-Length: x\r\n\r\n",
      parts: [" 400 Bad Request"]
    ),
    ServerCase(
      what: "a space before the colon of a header field is answered with 400",
      sent: post + "Transfer-Encoding : chunked\r\n\r\n",
      parts: [" 400 Bad Request", "(invalid header field name)"]
    ),
    ServerCase(
      what: "a space in the target is answered with 400",
      sent: "GET /echo?a b HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: [" 400 Bad Request", "(invalid URL): check its header fields"]
    ),
    ServerCase(
      what: "a non-ASCII letter in the target is answered with 400",
      sent: "GET /echo?ü HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: [" 400 Bad Request", "Connection: close", "(invalid URL)"]
    ),
    ServerCase(
      what: "a target that is too long is answered with 414",
      sent: "GET /echo?\(long) HTTP/1.1\r\n" + end,
      parts: [" 414 "]
    ),
    ServerCase(
      what: "header fields that are too long are answered with 431",
      sent: "GET /echo HTTP/1.1\r\nX: \(long)\r\n" + end,
      parts: [" 431 "]
    ),
    ServerCase(
      what: "too many header fields are answered with 431",
      sent: "GET /echo HTTP/1.1\r\n" + (0..<120).map { "X\($0): a\r\n" }.joined() + end,
      parts: [" 431 ", "A request may have at most 100 header fields."]
    ),
    ServerCase(
      what: "a request may have more parameters than libmicrohttpd has memory for",
      sent: "GET /echo?\(String(repeating: "a=&", count: 2000)) HTTP/1.1\r\n" + end,
      parts: [" 200 OK", "a=&a=&"]
    ),
    ServerCase(
      what: "a length above the limit is answered with 413",
      sent: post + "Content-Length: 1001\r\n\r\n",
      parts: [" 413 ", "Connection: close", "A body may have at most 1000 bytes."]
    ),
    ServerCase(
      what: "a chunked body above the limit is answered with 413",
      sent: post + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "a", count: 1001)
        + "\r\n0\r\n\r\n",
      parts: [" 413 ", "Connection: close", "A body may have at most 1000 bytes."]
    ),
    ServerCase(
      what: "a client that expects 100 is told to send a body below the limit",
      sent: post + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
      parts: ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK", "abc"]
    ),
    ServerCase(
      what: "a client that expects 100 is not told to send a body above the limit",
      sent: post + "Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n",
      parts: [" 413 "],
      absent: ["100 Continue"]
    ),
    ServerCase(
      what: "a client that expects 100 is not told to send a refused body",
      sent:
        "POST /refused HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
      parts: [" 403 ", "Connection: close", "no"],
      absent: ["100 Continue"]
    ),
    ServerCase(
      what: "the refusal of a request without a body keeps the connection",
      sent: "GET /refused HTTP/1.1\r\nHost: a\r\n\r\nGET /echo HTTP/1.1\r\n" + end,
      parts: [" 403 ", "no", " 200 OK"]
    ),
    ServerCase(
      what: "a stream has one chunk for each piece",
      sent: "GET /stream HTTP/1.1\r\n" + end,
      parts: ["chunked", "\r\n\r\n8\r\npiece 0\n\r\n8\r\npiece 1\n\r\n8\r\npiece 2\n\r\n0\r\n\r\n"]
    ),
    ServerCase(
      what: "a stream to an HTTP/1.0 client ends with the connection",
      sent: "GET /stream HTTP/1.0\r\n\r\n",
      parts: ["\r\n\r\npiece 0\npiece 1\npiece 2\n"],
      absent: ["chunked", "Content-Length"]
    ),
    ServerCase(
      what: "a part of a file is sent with its length",
      sent: "GET /file HTTP/1.1\r\n" + end,
      parts: ["Content-Length: 9\r\n", "\r\nof a file"],
      absent: ["!"]
    ),
    ServerCase(
      what: "a stream that fails ends without a final chunk",
      sent: "GET /broken HTTP/1.1\r\nHost: a\r\n\r\n",
      parts: ["5\r\nbegun\r\n"],
      absent: ["\r\n0\r\n"]
    ),
    ServerCase(
      what: "a TLS handshake with a server without TLS gets no answer",
      sent: "\u{16}\u{3}\u{1}\u{0}\u{5}\u{1}\n\n",
      parts: []
    ),
  ]
}
