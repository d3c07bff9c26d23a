import SchedulerCivilTime
import SchedulerJSON

/// A session command as people write it and as programs call it: its row in the table and the values of its parameters.
///
///     words  -> CommandRequest(row, reader) -> command(resolvedBy:) -> Command
///     call   -> CommandRequest(row, json)                              |
///     words, json  <- CommandRequest  <- request  <--------------------+
public struct CommandRequest: Hashable, Sendable {
  /// The row of the command.
  public let row: CommandRow
  /// The values of the parameters.
  public var values: CommandValues
}

extension CommandRequest {
  /// Reads the words after the name of a command.
  ///
  /// - Parameter reader: the reader that has read the words with the options of the row, and no more arguments than the
  ///   row has.
  /// - Throws: the error of the first value that cannot be read, or of a missing one that is required. A blank reason
  ///   is missing.
  public init(
    _ row: CommandRow, reading reader: ArgumentReader<some ArgumentWord, some ArgumentOption>
  ) throws(ParameterError) {
    self.init(row: row, values: CommandValues())
    for parameter in row.parameters {
      let text: String?
      if let option = parameter.option {
        text = reader.option(named: option).map { $0.value?.text ?? "" }
      } else {
        text = row.argument(for: parameter, among: reader.arguments)?.text
      }
      if let text, parameter.kind != .reason || text.contains(where: { !$0.isWhitespace }) {
        try values.set(parameter, to: text, in: parameter.option.map { "--\($0)" } ?? row.name)
      } else if parameter.isRequired {
        throw row.missing(parameter)
      }
    }
  }

  /// Reads the parameters of a call, whose types were checked against the interface.
  ///
  /// - Throws: the error of the first value that cannot be read.
  public init(_ row: CommandRow, reading json: JSONObject) throws(ParameterError) {
    self.init(row: row, values: CommandValues())
    for parameter in row.parameters {
      if let value = json[parameter.member] { try values.set(parameter, to: value) }
    }
  }

  /// The parameters of a call.
  public var json: JSONObject {
    var json = JSONObject()
    for parameter in row.parameters { json[parameter.member] = values.json(of: parameter) }
    return json
  }

  /// The words that request the command, on the command line and in scripts: `start focus --for 45m`.
  public var words: String {
    row.parameters.reduce(into: row.name) { words, parameter in
      guard let text = values.text(of: parameter) else { return }
      if let option = parameter.option { words += " --\(option)" }
      if parameter.placeholder != nil { words += " \(text.asWord)" }
    }
  }

  /// Returns the command, with the values resolved that depend on the place.
  ///
  /// - Throws: the error of the resolver.
  /// - Returns: nil if a required parameter has no value.
  public func command<Resolver: CommandResolver>(
    resolvedBy resolver: Resolver
  ) throws(Resolver.Failure) -> Command? {
    var resolved = ResolvedValues()
    if let time = values.time { resolved.instant = try resolver.instant(of: time) }
    if let target = values.target { resolved.access = try resolver.access(to: target, for: values.user) }
    return row.make(values, resolved)
  }
}

/// A resolver of values that depend on the place where a command is carried out: its time, its users and its
/// applications.
public protocol CommandResolver {
  /// The error of a value that has no meaning at that place.
  associatedtype Failure: Error
  /// Returns the instant of a time expression.
  func instant(of text: String) throws(Failure) -> Instant
  /// Returns the access to a target for a user; `user` is nil if none is named.
  func access(to target: StatedTarget, for user: String?) throws(Failure) -> AccessRequest
}

/// The resolved values of a command.
struct ResolvedValues {
  /// The instant of the time; nil without one.
  var instant: Instant?
  /// The access to the target; nil without one.
  var access: AccessRequest?
}

extension String {
  /// The text as one word of a script, in quotes if it would not be one word without.
  var asWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "#") }
    if isPlain && !hasPrefix("-") { return self }
    var text = "\""
    for character in self {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }
}
