import SchedulerInstance

/// Prints each shield that is applied, and keeps the file `shield.json` for other programs.
struct Display: RestrictionStore {
  private var file = FileRestrictionStore()

  mutating func load(in files: inout some FileSystem & ~Copyable) throws(RestrictionStoreError) -> ShieldSet? {
    try file.load(in: &files)
  }

  mutating func commit(
    _ shield: ShieldSet, in files: inout some FileSystem & ~Copyable
  ) throws(RestrictionStoreError) {
    try file.commit(shield, in: &files)
    print("blocked by:", shield.layers.map(\.layer.profile.key.text).joined(separator: ", "))
  }
}
