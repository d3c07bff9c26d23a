import SchedulerInstance
import SchedulerStore

extension Console {
  /// Prints the status, and prints it again after every change, until the reader closes the output.
  ///
  /// Throws as `readStatus` if the first reading fails, and with code 74 if the system has no descriptors left. A later
  /// reading that fails is reported once, and the next change is waited for.
  mutating func follow(_ invocation: Invocation, as format: StatusFormat) throws(CommandFailure) -> ExitCode {
    let instance = try self.instance(invocation)
    var reading = try readStatus(invocation)
    var shown: [UInt8]?
    var fault: String?
    var wasBehind = false
    do throws(SystemError) {
      var watch = try FollowWatch()
      var isMissed = watch.follow(followedPaths(instance, for: reading))
      while true {
        // A second reading finds changes that were made before the files were watched.
        if shown != nil || isMissed { reading = look(invocation, fault: &fault) ?? reading }
        isMissed = watch.follow(followedPaths(instance, for: reading))
        if isMissed { continue }
        // The shield is written after the state. The state in between is not printed.
        let isSettling = shown != nil && reading.isShieldBehind && !wasBehind
        wasBehind = reading.isShieldBehind
        if !isSettling { show(reading, as: format, after: &shown) }
        let change = isSettling ? now.adding(seconds: Self.settlingSeconds) : reading.nextChange(format)
        let next = fault == nil ? change : nil
        guard !output.isBroken, try watch.wait(until: next) != .readerGone else { return .success }
      }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot wait for changes: \(error)")
    }
  }

  /// The time in seconds that a shield may take to follow the state before the delay is printed.
  private static let settlingSeconds: Int64 = 2

  /// Prints the status if it differs from the last output.
  private mutating func show(_ reading: StatusReading, as format: StatusFormat, after shown: inout [UInt8]?) {
    let content = reading.content(format)
    guard content != shown else { return }
    if case .text = format, shown != nil { output.write("\n") }
    reading.write(format, to: &output)
    shown = content
    messages.flush()
    output.flush()
  }

  /// Reads the status again. Returns nil if that fails, and reports the failure unless it was reported before.
  private mutating func look(_ invocation: Invocation, fault: inout String?) -> StatusReading? {
    do throws(CommandFailure) {
      now = try moment().wall
      let reading = try readStatus(invocation, isRepeated: true)
      fault = nil
      return reading
    } catch {
      if fault != error.message { report(error) }
      fault = error.message
      messages.flush()
      return nil
    }
  }

  /// Returns the paths that determine the output: the state, its published files, and the configuration.
  private func followedPaths(_ instance: Instance, for reading: StatusReading) -> [WatchedPath] {
    var lists: [String] = []
    if case .state(let view) = reading { lists = view.update.listFiles }
    let state = (StateStore.stateNames + [AcceptedConfiguration.filePrefix + "*"]).map {
      WatchedPath("\(instance.directory)/\($0)")
    }
    let zone = zones.files(of: [], followsSystem: true).map { WatchedPath($0) }
    return state + instance.publishedPaths + instance.watchedPaths(record: nil, lists: lists) + zone
  }
}
