import Scheduler
import SchedulerJSON

extension SteeringReader {
  /// Returns the delivery of an activity. Throws if the activity does not concern the caller. Invalid names are left to the
  /// engine, which refuses them with a reason.
  func delivery() throws(ControlError) -> ControlRequest {
    guard let phase = ActivityPhase(rawValue: parameters.text("phase") ?? "") else { throw .invalidParameter("phase") }
    let name = parameters.text("name") ?? ""
    var userInfo: [String: String] = [:]
    for member in parameters["userInfo"]?.objectValue?.members ?? [] {
      userInfo[member.key] = member.value.stringValue
    }
    // The daemon's log contains the name of a refused activity, and the reason.
    for text in [name, userInfo["profileID"] ?? ""] where text.utf8.count > Self.longestName {
      throw .invalid(
        "nameTooLong",
        message: "the name of an activity has at most \(Self.longestName) bytes, found \(text.utf8.count)")
    }
    if viewer != .everything { try allowActivity(named: name, userInfo) }
    return .activity(name: name, userInfo: userInfo, phase)
  }

  /// The maximum length of the name of an activity and of the identity of its profile, in bytes.
  private static var longestName: Int { 1_000 }

  private func allowActivity(named name: String, _ userInfo: [String: String]) throws(ControlError) {
    let activity: ActivityName
    do throws(ActivityNameError) {
      activity = try ActivityName(parsing: name, userInfo: userInfo, registry: source.engine.router.registry)
    } catch {
      return
    }
    let profile = activity.profile ?? userInfo["profileID"].flatMap { UUIDValue($0) }.map(ProfileID.init)
    if source.engine.isSeen(profile, by: viewer) { return }
    if let profile, configuration.profile(withID: profile) == nil, source.engine.book[profile] == nil { return }
    throw .notPermitted("activity '\(activity)' does not concern you", help: Self.groupHelp)
  }
}
