extension TableSchema where Draft == DaemonDraft {
  /// `[daemon]`
  static var daemon: Self {
    TableSchema(name: "the 'daemon' table") {
      KeyRow(
        "authorized", into: \.settings.isAuthorized, value: .boolean,
        summary: "Consent given by an administrator; counts only in a file that root owns and others cannot write",
        default: "false")
      KeyRow(
        "on-exit", into: \.settings.onExit, value: .choice("value"),
        summary: "What becomes of the shield when the daemon is stopped on purpose", default: "\"lift\"")
      KeyRow(
        "group", into: \.group, value: .located(.string), summary: "A group whose members may steer sessions",
        default: "none")
      KeyRow(
        "cooldown", into: \.settings.cooldownSeconds, value: .duration, summary: "How long loosening edits wait",
        default: "\"0s\"")
      KeyRow(
        "private", into: \.settings.isPrivate, value: .boolean,
        summary: "Whether only the group may read what is published", default: "false")
      KeyRow(
        "notify", into: \.settings.notifies, value: .boolean, summary: "Whether there are desktop notifications",
        default: "true")
      KeyRow(
        "history", into: \.settings.historySeconds, value: .duration(),
        summary: "How long sessions and events are kept", default: "\"90d\"")
      KeyRow(
        "keep-use", into: \.settings.useSeconds, value: .duration(from: 86_400),
        summary: "How long an agent keeps the sums of its user's use", default: "\"104w\"")
    }
  }
}

extension TableSchema where Draft == EnforcementSettings {
  /// `[enforce]`
  static var enforcement: Self {
    TableSchema(name: "the 'enforce' table") {
      KeyRow(
        "adapters", into: \.adapters, value: .adapters,
        summary: "What the shield is applied by; an empty list computes without enforcing", default: "\"auto\"")
      KeyRow(
        "grace", into: \.graceSeconds, value: .duration(from: 0, upTo: ConfigurationLimits.graceSeconds),
        summary: "The time between asking a running program to end and ending it", default: "\"3s\"")
      KeyRow(
        "freeze", into: \.freezes, value: .boolean,
        summary: "Whether running programs are stopped until the shield is lifted, instead of ended", default: "false")
      KeyRow(
        "program", into: \.program, value: .program,
        summary: "A program that applies the shield in its own way, by its whole path, and its arguments",
        default: "none")
    }
  }
}

extension ValueReader where Output == [String] {
  /// The absolute path of a program and its arguments, without placeholders.
  fileprivate static var program: Self {
    let line = ValueReader<[Located<String>]>.commandLine(of: "program")
    return ValueReader(expectation: line.expectation, shape: line.shape) { value, reading in
      guard let words = line.read(value, &reading), let program = words.first else { return nil }
      guard program.value.hasPrefix("/") else {
        reading.report(.relativeProgram(program))
        return nil
      }
      reading.programs.append(HookProgram(path: program.value, span: program.span))
      return words.map(\.value)
    }
  }
}

extension ValueReader where Output == [EnforcementSettings.Adapter]? {
  /// A list of adapters, or nil for `"auto"`.
  fileprivate static var adapters: Self {
    let expectation = "a list of adapters or \"auto\""
    let list = ValueReader<[EnforcementSettings.Adapter]>.list(expectation, of: .adapter)
    let shape = { ValueShape.anyOf([.choice(["auto"]), list.shape()]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      if value.string == "auto" { return .some(nil) }
      return list.read(value, &reading).map { .some($0) }
    }
  }
}

extension ValueReader where Output == EnforcementSettings.Adapter {
  /// The name of an adapter. One that this version does not have is a warning.
  fileprivate static var adapter: Self {
    let choice = choice("adapter")
    return ValueReader(expectation: choice.expectation, shape: choice.shape) { value, reading in
      guard let adapter = choice.read(value, &reading) else { return nil }
      if !adapter.isIncluded { reading.report(.missingAdapter(adapter, at: value)) }
      return adapter
    }
  }
}
