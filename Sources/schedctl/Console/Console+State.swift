import SchedulerInstance

extension Console {
  /// Returns the instance that the options and the environment name.
  ///
  /// Throws with code 64 if options contradict each other, and for a user without a home directory.
  func instance(_ invocation: Invocation) throws(CommandFailure) -> Instance {
    let choice = try ConfigurationChoice(invocation, environment: environment)
    let directory = try invocation.value(of: .state)
    if directory?.isEmpty == true { throw .usage("'--state' needs the path of a directory") }
    do throws(InstanceError) {
      var instance = try host.instance(choice, directory: directory)
      instance.firstAuthorization = firstAuthorization
      return instance
    } catch {
      var failure = CommandFailure(error)
      if error.reason == .noHome { failure.help.append("'--state DIR' names the directory") }
      throw failure
    }
  }

  /// Returns the instance of a scope in its usual places, or nil for a user without a home directory.
  func instance(of scope: InstanceScope) -> Instance? {
    var instance = host.instance(of: scope)
    instance?.firstAuthorization = firstAuthorization
    return instance
  }

  /// Opens the state of an instance, does everything that is due, and reports all defects of the state.
  ///
  /// - Parameter advice: the help if another process uses the state.
  mutating func open(_ instance: Instance, ifTaken advice: String? = nil) throws(CommandFailure) -> OpenState {
    do throws(InstanceError) {
      var state = try instance.open()
      report(state.notices)
      try state.evaluate()
      for error in state.protect() { report(CommandFailure(error)) }
      return state
    } catch {
      var failure = CommandFailure(error)
      if let advice, error.reason == .inUse { failure.help.append(advice) }
      throw failure
    }
  }

  /// Reads the state of an instance without changing it, and reports all defects of the state.
  ///
  /// Throws as `Instance.view`.
  ///
  /// - Parameter isRepeated: whether it was read before. Then only new faults of the files are reported.
  mutating func view(_ instance: Instance, isRepeated: Bool = false) throws(CommandFailure) -> StateView {
    if !isRepeated { warnOfExposure(instance) }
    let view = try CommandFailure.mapping(instance.view())
    if view.update.fault == nil { hasReportedFault = false }
    report(view.notices.filter { !isRepeated || $0.isFault })
    return view
  }

  /// Returns the changes by the files of an instance, for display, and reports faults of the files.
  mutating func previewUpdate(_ instance: Instance) throws(CommandFailure) -> ConfigurationUpdate {
    do throws(InstanceError) {
      let stored = try instance.readState()?.configuration ?? .none
      let update = try instance.configurationUpdate(stored: stored, trust: .preview, at: now)
      report(instance.notices(of: update, stored: stored))
      return update
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Warns root of a state directory that is only read and that other users can change.
  mutating func warnOfExposure(_ instance: Instance) {
    guard let file = instance.exposure else { return }
    var diagnostics = DiagnosticList()
    diagnostics.report(.exposed(file, as: .warning, accounts: host.accounts))
    report(diagnostics, in: SourceMap())
  }

  /// Publishes the files for other programs, and reports failures to write them.
  mutating func publish(_ state: borrowing OpenState) {
    guard state.instance.hasRuntimeDirectory else {
      sayMore("schedctl: nothing is published: there is no run-time directory")
      return
    }
    for failure in state.instance.publish(state) { report(CommandFailure(failure)) }
  }

  /// Reports notices about an instance. Reports only once that its files are not in force.
  mutating func report(_ notices: [InstanceNotice]) {
    for notice in notices {
      switch notice {
      case .unusableRecord(let message), .loss(let message): report(CommandFailure(code: .data, message: message))
      case .fault(let fault, let message):
        if hasReportedFault { continue }
        hasReportedFault = true
        report(fault.diagnostics, in: fault.sources)
        report(CommandFailure(code: .configuration, message: message, help: fault.remedy.map { [$0] } ?? []))
      }
    }
  }

  /// Reports failures to write. Returns `code`, or `inputOutput` if there are failures and `code` is `success`.
  mutating func report(_ failures: StateFailures, after code: ExitCode) -> ExitCode {
    for error in failures.errors { report(CommandFailure(error)) }
    if let meaning = failures.meaning {
      report(CommandFailure(code: .inputOutput, message: "", help: [meaning]))
    }
    return failures.errors.isEmpty || code != .success ? code : .inputOutput
  }
}

extension InstanceNotice {
  fileprivate var isFault: Bool { if case .fault = self { true } else { false } }
}

extension ConfigurationChoice {
  /// Chooses the files of `arguments` and `--config`, else the instance of `--system` or `--user`, else
  /// `$SCHEDCTL_CONFIG`, else the usual instance.
  ///
  /// Throws with code 64 if these contradict each other.
  init(_ invocation: Invocation, arguments: [String] = [], environment: ProcessEnvironment) throws(CommandFailure) {
    let files = arguments + invocation.values(of: .config)
    let scope = try Self.scope(invocation)
    if let scope, !files.isEmpty {
      let option = scope == .system ? "--system" : "--user"
      throw .usage("'\(option)' cannot be combined with a file", help: "'\(option)' looks the configuration up")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw .usage("standard input is named twice", help: "it can be read once")
    }
    self =
      if !files.isEmpty {
        .files(files)
      } else if let scope {
        .instance(scope)
      } else {
        environment["SCHEDCTL_CONFIG"].map { .files([$0]) } ?? .usual
      }
  }

  private static func scope(_ invocation: Invocation) throws(CommandFailure) -> InstanceScope? {
    switch (invocation.has(.system), invocation.has(.user)) {
    case (true, true): throw .usage("'--system' cannot be combined with '--user'")
    case (true, false): return .system
    case (false, true): return .user
    case (false, false): return nil
    }
  }
}

extension CommandFailure {
  /// Creates the failure of an instance's error, with the exit code of its reason.
  init(_ error: InstanceError) {
    let code: ExitCode =
      switch error.reason {
      case .noHome, .severalFiles, .standardInput: .usage
      case .inputOutput: .inputOutput
      case .configuration, .noConfiguration, .exposed: .configuration
      case .inUse: .unavailable
      case .newerVersion: .data
      case .forbidden: .refused
      }
    self.init(
      code: code, message: error.message, help: error.help, diagnostics: error.diagnostics, sources: error.sources,
      remarks: error.remarks)
  }

  /// The value of an expression; an error of it becomes a failure with an exit code.
  static func mapping<Value: ~Copyable>(
    _ value: @autoclosure () throws(InstanceError) -> Value
  ) throws(CommandFailure) -> Value {
    try CommandFailure.mapping(value()) { (error: InstanceError) in .init(error) }
  }

  /// Creates the failure of a file that cannot be written, with code 74.
  init(_ error: FileSystemError) { self.init(InstanceError(error)) }

  /// Creates the failure of a file that cannot be read. `tooLarge` is the code for a file above its limit.
  init(_ error: FileSystemError, tooLarge: ExitCode) {
    let isTooLarge = if case .tooLarge = error.reason { true } else { false }
    self.init(code: isTooLarge ? tooLarge : .inputOutput, message: "\(error)")
  }
}
