import SchedulerJSON

extension Layer: StateWritable {
  /// What is written of a layer that a session copied.
  func write(to state: inout StateWriter) {
    state.text("key", profile.key.text)
    state.uuid("id", profile.statedID?.uuid)
    state.texts("users", users)
    state.texts("groups", groups)
    state.object("applications", applications)
    state.object("domains", domains)
    state.flag("denyAppInstallation", deniesAppInstallation, unless: false)
    state.flag("denyAppRemoval", deniesAppRemoval, unless: false)
    state.object("screen", screen)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let key = try reader.take("key", "a profile's key") { $0.stringValue.flatMap { ProfileKey($0) } }
    let id = try reader.takeIfPresent("id", "a UUID") { $0.stringValue.flatMap { UUIDValue($0) } }
    self.init(of: ProfileReference(key: key, id: id.map(ProfileID.init)))
    users = try reader.list("users") { $0 }
    groups = try reader.list("groups") { $0 }
    applications = try reader.object("applications", ApplicationRules.init) ?? ApplicationRules()
    domains = try reader.object("domains", DomainRules.init) ?? DomainRules()
    deniesAppInstallation = try reader.flag("denyAppInstallation")
    deniesAppRemoval = try reader.flag("denyAppRemoval")
    screen = try reader.object("screen", Screen.init) ?? Screen()
  }
}

extension Layer.ApplicationRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("default", self.default.rawValue)
    state.texts("block", block.map(\.text))
    state.texts("allow", allow.map(\.text))
    state.texts("blockCategories", blockCategories.map(\.name))
    state.texts("allowCategories", allowCategories.map(\.name))
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    self.default = try reader.choice("default")
    block = try reader.list("block") { ApplicationName($0) }
    allow = try reader.list("allow") { ApplicationName($0) }
    blockCategories = try reader.list("blockCategories") { ApplicationCategory($0) }
    allowCategories = try reader.list("allowCategories") { ApplicationCategory($0) }
  }
}

extension Layer.DomainRules: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("default", self.default.rawValue)
    state.texts("block", block.map(\.text))
    state.texts("allow", allow.map(\.text))
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    self.default = try reader.choice("default")
    block = try reader.list("block") { DomainName(checked: $0) }
    allow = try reader.list("allow") { DomainName(checked: $0) }
  }
}

extension Layer.Screen: StateWritable {
  func write(to state: inout StateWriter) {
    state.text("title", words.title)
    state.text("subtitle", words.subtitle)
    state.text("button", words.button)
    state.text("icon", icon.isEmpty ? nil : icon)
    state.text("color", color)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    words.title = try reader.string("title")
    words.subtitle = try reader.string("subtitle")
    words.button = try reader.string("button")
    icon = try reader.takeIfPresent("icon", "a text", \.stringValue) ?? ""
    color = try reader.takeIfPresent("color", "a text", \.stringValue)
  }
}
