import SchedulerCivilTime
import SchedulerJSON

extension Grant: StateWritable {
  func write(to state: inout StateWriter) {
    state.uuid("id", id.uuid)
    switch target {
    case .domain(let name): state.text("domain", name.text)
    case .application(let name): state.text("application", name.text)
    }
    state.texts("paths", paths.map(\.text))
    state.instant("start", start)
    state.integer("deadline", deadline)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let id = GrantID(try reader.uuid("id"))
    let target: Target =
      if let domain = try reader.takeIfPresent("domain", "a domain", { $0.stringValue.map(DomainName.init(checked:)) })
      {
        .domain(domain)
      } else {
        .application(ApplicationName(try reader.string("application")))
      }
    self.init(
      id, to: target, paths: try reader.list("paths") { ApplicationName($0) }, start: try reader.instant("start"),
      deadline: try reader.integer("deadline"))
    unknown = reader.rest
  }
}

extension AccessBudget: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("granted", granted)
    state.integer("period", period)
    state.integer("taken", taken)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    granted = try reader.integer("granted")
    period = try reader.integer("period")
    taken = try reader.integer("taken")
    unknown = reader.rest
  }
}
