import Glibc
import SchedulerInstance

// Keeps the focus hours of a configuration: embedding CONFIGURATION STATE-DIRECTORY
func keep(_ path: String, in directory: String) throws {
  var instance = Instance(on: .current(), configuration: .files([path]), directory: directory)
  instance.firstAuthorization = .approved
  instance.router = router()
  instance.restrictionStore = Display()
  var state = try instance.open()
  for notice in state.notices { print(notice) }
  try state.evaluate()
  while true {
    for evaluation in state.evaluations { report(evaluation) }
    for failure in instance.publish(state) { print("not published:", failure) }
    fflush(nil)
    let wait = state.engine.nextDeadline.nanoseconds(after: state.now) ?? .max
    usleep(UInt32(min(wait, 60_000_000_000) / 1_000 + 1))
    try state.advance()
  }
}

func report(_ evaluation: Evaluation) {
  for event in evaluation.events { print(event.planned, event.name, event.profile?.key.text ?? "") }
  for failure in evaluation.failures { print("not written:", failure) }
  if evaluation.isShieldBehind { print("'shield.json' is behind; the next evaluation tries again") }
  if let shield = evaluation.shield { print("shielded:", shield.layers.map(\.layer.profile.key.text)) }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: embedding CONFIGURATION STATE-DIRECTORY")
  exit(64)
}
do {
  try keep(CommandLine.arguments[1], in: CommandLine.arguments[2])
} catch {
  print("embedding:", error)
  exit(1)
}
