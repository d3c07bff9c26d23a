import SchedulerPlatform

let status = Program.run(arguments: Array(ProcessArguments.all.dropFirst()), environment: .current())
terminate(status: status.rawValue)
