import SchedulerPlatform

let status = Program.run(arguments: Array(CommandLine.arguments.dropFirst()), environment: .current())
terminate(status: status.rawValue)
