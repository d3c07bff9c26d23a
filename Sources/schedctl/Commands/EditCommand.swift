import SchedulerInstance

extension Subcommand {
  static let edit = Subcommand(
    name: "edit", arguments: "", argumentCount: 0...0,
    summary: "Edit the configuration and install it if it is valid",
    discussion: """
      Opens a copy of the configuration in use in $VISUAL, $EDITOR or vi and checks the result. A valid copy replaces the old
      file, which is kept with '~' after its name. The file is replaced as a whole. '--config FILE' edits that file.

      If the copy has errors, you can edit it again or quit; it is never installed. Without a terminal, a valid copy is
      installed and one with errors is kept. If anything fails, the old file stays as it is, and the message says where the
      copy with your work is. Only one person can edit a file at a time.

      Exits with 0 if the file is installed or unchanged, 1 if you answer no, 74 if a file cannot be read or written or the
      editor fails, 77 if another process is editing or has changed the file, and 78 if the copy has errors.
      """,
    examples: [
      ("schedctl edit", "edits the configuration in use"),
      ("EDITOR='code --wait' schedctl edit --config focus.toml", "edits another file, in a certain editor"),
    ], run: runEdit)
}

private func runEdit(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let choice = try ConfigurationChoice(invocation, environment: session.environment)
  let path = try session.editedPath(invocation, in: choice)
  try session.refuseExposed(path)
  try session.holdSignals()
  let edit = try ConfigurationEdit.begin(path)
  if let copy = edit.forgottenCopy {
    session.say("schedctl: an earlier edit left its copy: '\(PrintableText.printable(copy))'")
  }
  for file in edit.removedFiles {
    session.say("schedctl: removed what a killed program left: '\(PrintableText.printable(file))'")
  }
  do throws(CommandFailure) {
    let code = try session.edit(edit, in: choice)
    session.removeCopy(of: edit)
    return code
  } catch {
    guard edit.copyHoldsWork else {
      session.removeCopy(of: edit)
      throw error
    }
    var failure = error
    failure.help.append("what you wrote is kept in '\(edit.copy)'")
    throw failure
  }
}

extension Console {
  /// Returns the path of the file to edit: the named file, else the configuration in use.
  fileprivate func editedPath(_ invocation: Invocation, in choice: ConfigurationChoice) throws(CommandFailure) -> String
  {
    guard try invocation.value(of: .config) != "-" else {
      throw .usage("standard input cannot be edited", help: "'--config FILE' names a file")
    }
    return try CommandFailure.mapping(host.editedConfigurationPath(choice))
  }

  /// Throws with code 78, after reporting the reason, if root would edit a file that others can change. This check
  /// comes before any write, because in a directory of another user every name could lead elsewhere.
  fileprivate mutating func refuseExposed(_ path: String) throws(CommandFailure) {
    guard environment.effectiveUserID == 0 else { return }
    let exposure: FileExposure?
    do throws(SystemError) {
      exposure = try FileExposure.first(onTheWayTo: path)
    } catch {
      // Reading reports a missing file with a better message.
      guard error != .missingFile else { return }
      throw CommandFailure(code: .inputOutput, message: "cannot read '\(path)': \(error)")
    }
    guard let exposure else { return }
    var list = DiagnosticList()
    list.report(.exposed(ExposedFile(path: path, exposure: exposure), as: .error, accounts: host.accounts))
    report(list, in: SourceMap())
    throw CommandFailure(
      code: .configuration, message: "root does not edit what others can change",
      help: exposure.hasForeignOwner ? ["edit it as its owner"] : [])
  }

  /// Removes the copy. Reports a failure to do so, which has no other effect.
  fileprivate mutating func removeCopy(of edit: borrowing ConfigurationEdit) {
    do throws(CommandFailure) { try edit.removeCopy() } catch { report(error) }
  }

  /// Runs the editor on the copy until the user installs or discards it.
  fileprivate mutating func edit(_ edit: borrowing ConfigurationEdit, in choice: ConfigurationChoice)
    throws(CommandFailure)
    -> ExitCode
  {
    while true {
      messages.flush()
      try Editor(environment).edit(edit.copy)
      let bytes = try edit.result()
      guard bytes != edit.original else {
        say("schedctl: no change")
        return .success
      }
      try edit.checkUnchanged()
      switch try judge(bytes, of: edit, in: choice) {
      case .install:
        try refuseAfterSignal(edit)
        try edit.install(bytes)
        say("schedctl: installed '\(PrintableText.printable(edit.path))'")
        say("schedctl: the old one is '\(PrintableText.printable(edit.backup))'")
        return .success
      case .editAgain: continue
      case .giveUp:
        say("schedctl: nothing is changed")
        return .no
      }
    }
  }

  /// Throws with code 1 if a signal has asked the program to end.
  private func refuseAfterSignal(_ edit: borrowing ConfigurationEdit) throws(CommandFailure) {
    guard heldSignals?.isEmpty == false else { return }
    throw CommandFailure(code: .no, message: "'\(edit.path)' is not replaced: a signal ends the program")
  }

  /// The decision about an edited copy.
  private enum Verdict { case install, editAgain, giveUp }

  /// Reports the errors of the copy or shows its changes, and asks the user.
  private mutating func judge(
    _ bytes: [UInt8], of edit: borrowing ConfigurationEdit, in choice: ConfigurationChoice
  ) throws(CommandFailure) -> Verdict {
    let new = try readConfiguration(choice, replacing: edit.path, with: bytes)
    report(new.diagnostics, in: new.sources)
    guard new.isValid else {
      let failure = CommandFailure(code: .configuration, message: "'\(edit.path)' is not replaced: the copy has errors")
      guard canAsk else { throw failure }
      switch try choose("edit again (e), or quit without saving (q)? [E/q]", from: ["e", "q"]) {
      case "e": return .editAgain
      case "q": return .giveUp
      default: throw failure
      }
    }
    showDifference(old: try readConfiguration(choice, replacing: edit.path, with: edit.original), new: new)
    guard canAsk else { return .install }
    switch try choose("install (y), discard (n), or edit again (e)? [Y/n/e]", from: ["y", "n", "e"]) {
    case "y": return .install
    case "n": return .giveUp
    case "e": return .editAgain
    default: throw CommandFailure(code: .no, message: "'\(edit.path)' is not replaced: there was no answer")
    }
  }
}
