import JSON

extension Layer {
  /// What is written of a layer that a session copied.
  var stateJSON: JSONObject {
    JSONObject([
      "key": .string(profile.key.text), "id": profile.statedID.map { .string($0.description) },
      "users": .texts(users), "groups": .texts(groups), "applications": .object(applications.json),
      "domains": .object(domains.json), "denyAppInstallation": deniesAppInstallation ? .bool(true) : nil,
      "denyAppRemoval": deniesAppRemoval ? .bool(true) : nil, "screen": .object(screen.json),
    ])
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let key = try reader.take("key", "a profile's key") { $0.stringValue.flatMap { ProfileKey($0) } }
    let id = try reader.takeIfPresent("id", "a UUID") { $0.stringValue.flatMap { UUIDValue($0) } }
    self.init(of: Profile.Reference(key: key, id: id.map(ProfileID.init)))
    users = try reader.list("users") { $0 }
    groups = try reader.list("groups") { $0 }
    applications = try reader.object("applications", ApplicationRules.init) ?? ApplicationRules()
    domains = try reader.object("domains", DomainRules.init) ?? DomainRules()
    deniesAppInstallation = try reader.flag("denyAppInstallation")
    deniesAppRemoval = try reader.flag("denyAppRemoval")
    screen = try reader.object("screen", Screen.init) ?? Screen()
  }
}

extension Layer.ApplicationRules {
  fileprivate var json: JSONObject {
    JSONObject([
      "default": .string(self.default.rawValue), "block": .texts(block.map(\.text)), "allow": .texts(allow.map(\.text)),
      "blockCategories": .texts(blockCategories.map(\.name)), "allowCategories": .texts(allowCategories.map(\.name)),
    ])
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

extension Layer.DomainRules {
  fileprivate var json: JSONObject {
    JSONObject([
      "default": .string(self.default.rawValue), "block": .texts(block.map(\.text)), "allow": .texts(allow.map(\.text)),
    ])
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    self.default = try reader.choice("default")
    block = try reader.list("block") { DomainName(checked: $0) }
    allow = try reader.list("allow") { DomainName(checked: $0) }
  }
}

extension Layer.Screen {
  fileprivate var json: JSONObject {
    JSONObject([
      "title": .string(words.title), "subtitle": .string(words.subtitle), "button": .string(words.button),
      "icon": icon.isEmpty ? nil : .string(icon), "color": color.map(JSONValue.string),
    ])
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
