/// The size of a transport stream packet in bytes (ISO/IEC 13818-1, 2.4.3.2).
public let packetSize = 188
