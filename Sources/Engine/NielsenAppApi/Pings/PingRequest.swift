import Formats

/// The URL of a ping, and the positions of the values that may change before the ping is sent.
public struct PingRequest: Sendable, Equatable {
  /// The fields that change with each attempt or are emptied when the app turns the first-party id off.
  public enum Field: String, Sendable, CaseIterable {
    /// The time of the attempt, in Unix seconds.
    case sendTime = "s"
    /// The number of earlier attempts.
    case attempts = "a"
    /// The reason why the previous attempt failed, or `recovered`.
    case reason = "r"
    /// The first-party id or one of the times sent with it.
    case firstPartyID = "f"
  }

  /// The position of a field in the URL.
  public struct Slot: Sendable, Equatable {
    /// The field at this position.
    public var field: Field
    /// The offset of the value in the UTF-8 text of the URL, in bytes.
    public var offset: Int
    /// The length of the field's current value, in bytes.
    public var length: Int
  }

  /// The URL with the current values of its fields.
  public let url: String
  /// The positions of the fields in ``url``, from left to right.
  public let slots: [Slot]

  /// Makes a request; `slots` must be in the order of the URL. Without slots, every attempt has the same URL.
  package init(url: String, slots: [Slot] = []) {
    self.url = url
    self.slots = slots
  }

  /// Reads a string made by ``slotText``; nil if it is not valid for `url`.
  public init?(url: String, slotText: String) {
    let length = url.utf8.count
    var slots: [Slot] = []
    var end = 0
    for word in slotText.split(separator: " ") {
      let numbers = word.dropFirst().split(separator: "+", omittingEmptySubsequences: false)
      guard let field = Field(rawValue: String(word.prefix(1))), numbers.count == 2,
        let offset = Int(numbers[0]), let count = Int(numbers[1]),
        offset >= end, offset <= length, count >= 0, count <= length - offset
      else { return nil }
      slots.append(Slot(field: field, offset: offset, length: count))
      end = offset + count
    }
    self.init(url: url, slots: slots)
  }

  /// The slots in one line, for storage: `s812+10 a1201+1 r1216+0`.
  public var slotText: String {
    slots.map { "\($0.field.rawValue)\($0.offset)+\($0.length)" }.joined(separator: " ")
  }

  /// The URL of one attempt.
  ///
  /// - Parameters:
  ///   - sendTime: The time of the attempt, in Unix seconds.
  ///   - attempts: The number of earlier attempts.
  ///   - reason: Why the previous attempt failed, or `recovered`, in letters, digits and hyphens; may be empty.
  /// - Returns: ``url`` with these values in its slots.
  public func url(sendTime: Int64, attempts: Int, reason: String) -> String {
    filled { field, value, bytes in
      switch field {
      case .sendTime: bytes += DecimalTime.tenDigits(sendTime).utf8
      case .attempts: bytes += String(attempts).utf8
      case .reason: PercentEncoding.component.append(reason, to: &bytes)
      case .firstPartyID: bytes += value
      }
    }.url
  }

  /// The request without the first-party id and its times.
  public var withoutFirstPartyID: PingRequest {
    filled { field, value, bytes in if field != .firstPartyID { bytes += value } }
  }

  /// The request with new values in its slots. `fill` receives a field and its current value, and
  /// appends the new value.
  private func filled(
    _ fill: (_ field: Field, _ value: ArraySlice<UInt8>, _ bytes: inout [UInt8]) -> Void
  ) -> PingRequest {
    guard !slots.isEmpty else { return self }
    let bytes = Array(url.utf8)
    var filled: [UInt8] = []
    filled.reserveCapacity(bytes.count + 16)
    var moved: [Slot] = []
    var position = 0
    for slot in slots {
      filled += bytes[position..<slot.offset]
      position = slot.offset + slot.length
      let offset = filled.count
      fill(slot.field, bytes[slot.offset..<position], &filled)
      moved.append(Slot(field: slot.field, offset: offset, length: filled.count - offset))
    }
    filled += bytes[position...]
    return PingRequest(url: String(decoding: filled, as: UTF8.self), slots: moved)
  }
}

extension Ping {
  /// The data for sending the ping, possibly several times; computed at each access. A ping that
  /// was not made by an engine is sent unchanged because the meaning of its parameters is unknown.
  public var request: PingRequest { draft ?? PingRequest(url: url) }

  /// The ping as it is first sent after it was recovered from the checkpoint of a lost process, with the reason
  /// `recovered` in `sdd`.
  package var recovered: Ping {
    let reason = "recovered"
    let fresh = DeviceProfile.beforeAttempts + "0" + DeviceProfile.beforeReason
    return Ping(
      product: product,
      type: type,
      createTime: createTime,
      sendTime: sendTime,
      endpoint: endpoint,
      parameters: parameters.map { parameter in
        guard parameter.value.hasPrefix(fresh) else { return parameter }
        var changed = parameter
        changed.value = fresh + reason + parameter.value.dropFirst(fresh.count)
        return changed
      },
      url: request.url(sendTime: sendTime, attempts: 0, reason: reason)
    )
  }
}
