import Glibc
import Scheduler
import SchedulerPlatform

// Keeps the focus hours of a configuration: embedding CONFIGURATION STATE-DIRECTORY
func keep(_ path: String, _ directory: String) throws {
  let (configuration, record) = try configuration(at: path)
  try DirectoryFileSystem.create(directory, permissions: 0o755)
  var files = try DirectoryFileSystem(directory)
  let state = try LockedState.open(in: &files)
  if case .unusable(let fault) = state.configuration { print("the configuration before is lost:", fault) }
  let before = state.configuration.accepted?.configuration(zones: zones())
  var engine = DurableEngine(before ?? configuration, router: router(), from: state, in: &files)
  for loss in engine.losses { print("lost:", loss) }
  for problem in engine.problems { print("cannot be read:", problem) }
  var next: (input: Input, record: AcceptedConfiguration?) = (.configuration(configuration), record)
  while true {
    let evaluation = try engine.handle(
      next.input, accepting: next.record, at: try SystemClocks.moment(), in: &files)
    for event in evaluation.events { print(event.planned, event.name, event.profile?.key.text ?? "") }
    for failure in evaluation.failures { print("not written:", failure) }
    if evaluation.isShieldBehind { print("'shield.json' is behind; the next evaluation tries again") }
    if let shield = evaluation.shield { print("shielded:", shield.layers.map(\.layer.profile.key.text)) }
    fflush(nil)
    next = (.time, nil)
    let wait = engine.nextDeadline.nanoseconds(after: try SystemClocks.moment()) ?? .max
    usleep(UInt32(min(wait, 60_000_000_000) / 1_000 + 1))
  }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: embedding CONFIGURATION STATE-DIRECTORY")
  exit(64)
}
do {
  try keep(CommandLine.arguments[1], CommandLine.arguments[2])
} catch {
  print("embedding:", error)
  exit(1)
}
