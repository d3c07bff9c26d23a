import SchedulerPlatform
import SchedulerStore

extension Instance {
  /// Whether the run-time directory exists.
  public var hasRuntimeDirectory: Bool { runtime.map { FileWriter().isTaken($0) } ?? false }

  /// Publishes the state of the sessions as `live.json`, and a link to the shield; see
  /// `publish(_:progress:at:isLifted:)`. Creates the run-time directory if this user may.
  public func publish(_ state: borrowing OpenState) -> [InstanceError] {
    do throws(InstanceError) {
      try makeRuntimeDirectory()
    } catch {
      // Without a login there is no directory for it, and nothing to publish to.
      return []
    }
    return publish(state.engine.engine, progress: state.engine.progress, at: state.now)
  }

  /// Writes the files for other programs in the run-time directory: `live.json` if its content changes, and a link to
  /// `shield.json`. Does nothing if the directory is missing.
  ///
  /// - Parameter progress: how far the state has come, which is kept in the directory until the next boot; nil if it is
  ///   unknown.
  /// - Parameter isLifted: whether the shield is lifted while no daemon runs, except for strict sessions.
  /// - Parameter keeper: the daemon that will publish again after each change; nil for none.
  /// - Parameter adapters: the standings of its adapters.
  /// - Returns: the errors of files that could not be written.
  public func publish(
    _ engine: Engine, progress: StateProgress? = nil, at now: Moment, isLifted: Bool = false,
    keeper: LiveState.Keeper? = nil, adapters: [AdapterStanding] = []
  ) -> [InstanceError] {
    guard let runtime, hasRuntimeDirectory else { return [] }
    var live = LiveState(
      of: engine, at: now, enforcedBy: adapters, showingUseTo: isPrivate(runtime) ? .everything : .nothing)
    live.keeper = keeper
    var failures: [InstanceError] = []
    do throws(InstanceError) {
      try write(isLifted ? live.lifted(engine) : live, settings: engine.configuration.daemon, in: runtime)
    } catch {
      failures.append(error)
    }
    do throws(FileSystemError) {
      try linkShield(in: runtime)
      let permissions = StatePermissions(engine.configuration.daemon).shield
      if let progress { try keep(progress, at: now, permissions: permissions, in: runtime) }
    } catch {
      failures.append(InstanceError(error))
    }
    return failures
  }

  /// Whether only the user can enter a run-time directory, because it is in the user's own, `$XDG_RUNTIME_DIR`. The XDG
  /// Base Directory Specification requires that the user owns that directory, with the permissions 0700. The variable may
  /// name another one.
  private func isPrivate(_ runtime: String) -> Bool {
    guard !host.isRoot, let own = host.environment["XDG_RUNTIME_DIR"], let status = FileStatus(path: own),
      status.isDirectory, status.isOwn, status.permissions == 0o700
    else { return false }
    return runtime.hasPrefix(own.hasSuffix("/") ? own : own + "/")
  }

  /// Creates the run-time directory if it is missing, as a daemon does. Does nothing without a path.
  public func makeRuntimeDirectory() throws(InstanceError) {
    guard let runtime, !hasRuntimeDirectory else { return }
    try InstanceError.mapping(DirectoryFileSystem.create(runtime, permissions: 0o755)) { (error: FileSystemError) in
      .init(.inputOutput, message: "nothing is published: cannot make '\(runtime)': \(error.reason)")
    }
  }

  private func linkShield(in runtime: String) throws(FileSystemError) {
    let link = runtime + "/shield.json"
    var target = shieldPath
    if !target.hasPrefix("/") {
      target = try FileSystemError.mapping(WorkingDirectory.path() + "/" + target) { (error: SystemError) in
        .init(.write, name: link, reason: .system(code: error.code, meaning: error.description))
      }
    }
    if SymbolicLink.target(of: link) != target { try SymbolicLink.replace(link, with: target) }
  }

  /// Writes `live.json` if it is missing or its content changes. A passing second is not a change, because readers
  /// compute remaining times themselves.
  private func write(_ live: LiveState, settings: DaemonSettings, in runtime: String) throws(InstanceError) {
    let isThere = publishedState().map { live.hasSameContent(as: $0.live) } ?? false
    var file = AtomicFile("live.json", permissions: StatePermissions(settings).shield)
    var json = JSONWriter()
    json.value(live)
    json.newline()
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(runtime, group: host.groupID(of: settings))
      if isThere {
        try files.protect(file.name, permissions: file.permissions)
      } else {
        try file.replace(with: json.bytes, in: &files)
      }
    } catch {
      throw InstanceError(.inputOutput, message: "'\(runtime)': \(error)")
    }
  }
}

extension InstanceError {
  /// Creates the error for a file that cannot be written.
  package init(_ error: FileSystemError) {
    var help: [String] = []
    switch error.reason {
    case .full where error.name.hasPrefix("/"): help = ["free some space on the file system of '\(error.name)'"]
    case .permissionDenied, .readOnly: help = ["a new file takes the place of the old: the directory must be writable"]
    default: break
    }
    self.init(.inputOutput, message: "\(error)", help: help)
  }
}
