import OSLog
import Testing

@Suite struct LoggerTests {
  private let process = RecordingProcess()
  private let logger = Logger(subsystem: "com.example.app", category: "monitor")

  @Test func `each level has its type`() {
    process.run {
      logger.log("log")
      logger.log(level: .info, "log at a level")
      logger.trace("trace")
      logger.debug("debug")
      logger.info("info")
      logger.notice("notice")
      logger.warning("warning")
      logger.error("error")
      logger.critical("critical")
      logger.fault("fault")
    }
    let expected: [OSLogType] = [
      .default, .info, .debug, .debug, .info, .default, .error, .error, .fault, .fault,
    ]
    #expect(process.logged.map(\.level) == expected)
    #expect(process.logged.map(\.text).first == "log")
    #expect(process.logged.allSatisfy { $0.subsystem == "com.example.app" && $0.category == "monitor" })
  }

  @Test func `loggers may be made from a log, or from nothing`() {
    process.run {
      Logger().info("a")
      Logger(OSLog(subsystem: "s", category: .pointsOfInterest)).info("b")
      Logger(.default).info("c")
      Logger(.disabled).info("d")
    }
    #expect(
      process.logged.map { [$0.subsystem, $0.category, $0.text] } == [
        ["", "", "a"], ["s", "PointsOfInterest", "b"], ["", "", "c"],
      ])
  }

  @Test func `strings are hidden and numbers are shown unless the message says otherwise`() {
    let (name, count) = ("Anna", 3)
    process.run {
      logger.info("\(name) \(count) \(true) \(1.5)")
      logger.info("\(name, privacy: .public) \(count, privacy: .private)")
      logger.info("\(name, privacy: .auto) \(name, privacy: .sensitive) \(count, privacy: .public)")
      logger.info("\(name, privacy: .private(mask: .none)) \(count, privacy: .auto(mask: .hash))")
    }
    #expect(
      process.logged.map(\.text) == [
        "<private> 3 true 1.500000", "Anna <private>", "<private> <private> 3", "<private> 3",
      ])
    #expect(
      process.logged.map(\.textWithPrivateValues) == [
        "Anna 3 true 1.500000", "Anna 3", "Anna Anna 3", "Anna 3",
      ])
  }

  @Test func `equal values have equal masks`() {
    process.run {
      logger.info("\("a", privacy: .private(mask: .hash))")
      logger.info("\("a", privacy: .sensitive(mask: .hash))")
      logger.info("\("b", privacy: .auto(mask: .hash))")
    }
    let texts = process.logged.map(\.text)
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
    #expect(texts[0] == "<mask.hash: af63dc4c8601ec8c>")
  }

  @Test func `a log that keeps nothing evaluates no value`() {
    func value() -> String {
      Issue.record("the value was evaluated")
      return ""
    }
    process.run { Logger(.disabled).fault("\(value())") }
    #expect(process.logged.isEmpty)
  }

  @Test func `only the code of a process writes to its log`() {
    logger.fault("of no process")
    RecordingProcess().run { logger.fault("of another") }
    #expect(process.logged.isEmpty)
  }
}

@Suite struct LogValueTests {
  private let process = RecordingProcess()
  private let logger = Logger()

  private func text(of message: OSLogMessage) -> String? {
    process.run { logger.info(message) }
    return process.logged.last?.textWithPrivateValues
  }

  @Test func `integers have a base, a sign, digits and columns`() {
    #expect(
      text(of: "\(5, format: .decimal)|\(5, align: .right(columns: 3))|\(5, align: .left(columns: 3))|") == "5|  5|5  |"
    )
    #expect(
      text(of: "\(5, format: .decimal(explicitPositiveSign: true)) \(-5, format: .decimal(minDigits: 3))") == "+5 -005")
    #expect(text(of: "\(255, format: .hex) \(255, format: .hex(includePrefix: true, uppercase: true))") == "ff 0xFF")
    #expect(text(of: "\(UInt8(9), format: .hex(minDigits: 4)) \(Int64(8), format: .octal)") == "0009 10")
    #expect(
      text(
        of:
          "\(UInt(8), format: .octal(includePrefix: true, minDigits: 3)) \(8, format: .octal(explicitPositiveSign: true))"
      ) == "0o010 +10")
    #expect(text(of: "\(Int.min) \(UInt64.max)") == "-9223372036854775808 18446744073709551615")
    #expect(
      text(of: "\(Int32(1), attributes: "x") \(Int16(2)) \(UInt32(3), align: .none, privacy: .public)") == "1 2 3")
  }

  @Test func `floating-point numbers have a notation and a precision`() {
    #expect(
      text(of: "\(1.25, format: .fixed) \(1.25, format: .fixed(precision: 1)) \(Float(2))") == "1.250000 1.2 2.000000")
    #expect(
      text(
        of:
          "\(1.5, format: .fixed(explicitPositiveSign: true)) \(1.0, format: .hex) \(1.0, format: .hex(uppercase: true))"
      ) == "+1.500000 0x1p+0 0X1P+0")
    #expect(
      text(
        of:
          "\(12.5, format: .exponential) \(12.5, format: .exponential(precision: 1)) \(12.5, format: .exponential(uppercase: true))"
      ) == "1.250000e+01 1.2e+01 1.250000E+01")
    #expect(
      text(
        of:
          "\(0.5, format: .hybrid) \(1e9, format: .hybrid(precision: 2)) \(0.5, format: .hybrid(explicitPositiveSign: true), align: .right(columns: 6))"
      ) == "0.5 1e+09   +0.5")
  }

  @Test func `numbers with a meaning show it`() {
    #expect(text(of: "\(Int32(2), format: .darwinErrno)") == "[2: No such file or directory]")
    #expect(text(of: "\(Int32(0x0100_007F), format: .ipv4Address) \(Int32(8), format: .darwinMode)") == "127.0.0.1 10")
    #expect(
      text(of: "\(Int32(1), format: .truth) \(Int32(0), format: .answer) \(Int32(3), format: .darwinSignal)")
        == "true no 3")
    #expect(
      text(of: "\(5, format: .byteCount) \(5, format: .bitrate) \(5, format: .secondsSince1970)") == "5 bytes 5 bps 5")
    #expect(
      text(of: "\(Int32(5), format: .byteCountIEC) \(Int32(5), format: .bitrateIEC) \(true, format: .answer)")
        == "5 bytes 5 bps yes")
  }

  @Test func `objects, errors, types and bytes are described`() {
    struct Fault: Error {}
    let missing: (any Error)? = nil
    let object: NSObject? = nil
    #expect(text(of: "\(Fault()) \(missing) \(object) \(NSString(string: "s"))") == "Fault() (null) (null) s")
    #expect(
      text(of: "\(URL(fileURLWithPath: "/a")) \([1, 2]) \(Optional("x").debugDescription)")
        == #"file:///a [1, 2] Optional("x")"#)
    #expect(text(of: "\(Int.self) \("s", align: .right(columns: 3))") == "Int   s")
    #expect(text(of: "\(CocoaError(.fileNoSuchFile) as NSError, privacy: .public)")?.contains("Cocoa") == true)
    let bytes: [UInt8] = [1, 255]
    bytes.withUnsafeBytes { bytes in
      #expect(text(of: "\(bytes)") == "01ff")
      if let start = bytes.baseAddress { #expect(text(of: "\(start, bytes: 1, format: .none)") == "01") }
    }
    #expect(text(of: "\(Date(timeIntervalSince1970: 0), privacy: .public)") == "1970-01-01 00:00:00 +0000")
  }
}
