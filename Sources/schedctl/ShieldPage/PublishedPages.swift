import SchedulerInstance
import ShieldPage

/// The source of pages in the published files of an instance. A file is read again only after it has changed.
struct PublishedPages {
  private let instance: Instance
  private let machine: MachineNames
  /// Whether a file that not everybody may read counts as one that cannot be read.
  private let onlyPublic: Bool
  private let user: UserIdentity?
  private var live: (change: FileChange?, state: PublishedState?) = (nil, nil)
  private var shield: (change: FileChange?, set: ShieldSet?) = (nil, nil)
  private var zone: ZoneRules

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - onlyPublic: whether to tell only what every user of the machine may read.
  ///   - user: the user for whom layers count; nil for all layers.
  init(of instance: Instance, onlyPublic: Bool, user: UserIdentity? = nil) {
    self.instance = instance
    self.onlyPublic = onlyPublic
    self.user = user
    machine = .ofThisMachine
    zone = instance.zone(published: nil)
  }

  /// Returns the content of the files.
  ///
  /// Complexity: a few system calls while nothing changes, else that of parsing the files.
  mutating func source() -> PageSource {
    let paths = [instance.runtime.map { "\($0)/live.json" }, instance.shieldPath].compactMap(\.self)
    let isPrivate = paths.contains(where: isHidden)
    if isPrivate {
      return PageSource(live: nil, shield: nil, isKept: false, zone: zone, isPrivate: true, machine: machine)
    }
    let changes = (
      instance.runtime.flatMap { FileChange(path: "\($0)/live.json") }, FileChange(path: instance.shieldPath)
    )
    if changes.0 == nil || changes.0 != live.change {
      live = (changes.0, instance.publishedState())
      zone = instance.zone(published: live.state?.live.zone)
    }
    if changes.1 == nil || changes.1 != shield.change { shield = (changes.1, instance.publishedShield()) }
    let isKept = live.state.map { instance.isCurrent($0) } ?? false
    return PageSource(
      live: live.state?.live, shield: shield.set, isKept: isKept, zone: zone, machine: machine, user: user)
  }

  /// Whether a file exists that the page must not show, because not every user, or not this one, may read it.
  private func isHidden(_ path: String) -> Bool {
    do throws(SystemError) {
      guard let status = try FileStatus.ifPresent(path) else { return false }
      guard onlyPublic else { return !FileReader.mayRead(path) }
      // A directory above may be closed to others, as the run-time directory of a user is.
      return !status.isReadableByOthers || PublishedFile(path, stagedIn: "/").firstHidden != nil
    } catch {
      return true
    }
  }
}
