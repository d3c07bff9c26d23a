import ManagedSettings
import Scheduler

extension VirtualDevice {
  /// A person begins to use the device. What the device owes the apps is delivered.
  public func pickUp() { setUse(true, foreground: nil, action: "pick up") }

  /// The person no longer uses the device.
  public func putDown() { setUse(false, foreground: nil, action: "put down") }

  /// Connects the device to a charger, which matters to one fault only.
  public func connectCharger() {
    state.withLock { state in
      state.note(.action("connect the charger"))
      state.reachWithoutUse(of: nil, onCharge: true)
    }
    deliverDue()
  }

  /// Puts an application on the device, so that apps can name it and people can use it.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the bundle identifier. An application of that identifier is replaced.
  ///   - category: the name of its category; nil for none.
  ///   - displayName: the name that a shield shows.
  /// - Returns: the application with its tokens of the latest generation, as `token(for:)` returns them.
  @discardableResult
  public func addApplication(
    _ bundleIdentifier: String, category: String? = nil, displayName: String? = nil
  ) -> InstalledApplication {
    state.withLock { state in
      state.catalog.addApplication(bundleIdentifier, category: category, displayName: displayName)
        .known(in: state.settings.latestTokenGeneration)
    }
  }

  /// Tells the device about a web site.
  ///
  /// - Returns: the web site with its tokens of the latest generation, as `token(forWebDomain:)` returns them.
  @discardableResult
  public func addWebDomain(_ domain: String, category: String? = nil, isAdult: Bool = false) -> KnownWebDomain {
    state.withLock { state in
      state.catalog.addWebDomain(domain, category: category, isAdult: isAdult)
        .known(in: state.settings.latestTokenGeneration)
    }
  }

  /// The token by which apps know an application. One that is not on the device is added.
  ///
  /// Apps have tokens in common until the authorization of one is revoked. From then on it is the token that this app
  /// has after it is authorized again; `token(for:in:)` has those of other apps.
  public func token(for bundleIdentifier: String) -> ApplicationToken {
    state.withLock { $0.catalog.application(bundleIdentifier).known(in: $0.settings.latestTokenGeneration).token }
  }

  /// The token by which one app knows an application. One that is not on the device is added.
  public func token(for bundleIdentifier: String, in app: InstalledApp) -> ApplicationToken {
    state.withLock { $0.catalog.application(bundleIdentifier).known(in: $0.tokenGeneration(of: app)).token }
  }

  /// The token by which apps know a web site; see `token(for:)`. One that the device does not know is added.
  public func token(forWebDomain domain: String) -> WebDomainToken {
    state.withLock { $0.catalog.webDomain(domain).known(in: $0.settings.latestTokenGeneration).token }
  }

  /// The token by which one app knows a web site. One that the device does not know is added.
  public func token(forWebDomain domain: String, in app: InstalledApp) -> WebDomainToken {
    state.withLock { $0.catalog.webDomain(domain).known(in: $0.tokenGeneration(of: app)).token }
  }

  /// The token by which apps know a category; see `token(for:)`.
  public func token(forCategory name: String) -> ActivityCategoryToken {
    state.withLock { DeviceTokens.token($0.catalog.category(name), in: $0.settings.latestTokenGeneration) }
  }

  /// The token by which one app knows a category.
  public func token(forCategory name: String, in app: InstalledApp) -> ActivityCategoryToken {
    state.withLock { DeviceTokens.token($0.catalog.category(name), in: $0.tokenGeneration(of: app)) }
  }

  /// Uses an application for some time, and then returns to the home screen. The device is picked up for it.
  ///
  /// While the application is shielded, time passes without counting as its use.
  ///
  /// - Returns: what the person saw when the application was opened.
  @discardableResult
  public func use(_ bundleIdentifier: String, for duration: Duration) -> Opening {
    let opening = open(bundleIdentifier)
    advance(by: duration)
    goHome()
    return opening
  }

  /// Uses a web site for some time, and then returns to the home screen.
  @discardableResult
  public func use(webDomain domain: String, for duration: Duration) -> Opening {
    let opening = open(webDomain: domain)
    advance(by: duration)
    goHome()
    return opening
  }

  /// Opens an application, which stays in front. The device is picked up for it.
  @discardableResult
  public func open(_ bundleIdentifier: String) -> Opening {
    let application = state.withLock { $0.catalog.application(bundleIdentifier) }
    return open(.application(application))
  }

  /// Opens a web site, which stays in front. The device is picked up for it.
  @discardableResult
  public func open(webDomain domain: String) -> Opening {
    let domain = state.withLock { $0.catalog.webDomain(domain) }
    return open(.site(domain))
  }

  /// Returns to the home screen. A device that is not in use stays so.
  public func goHome() { setUse(state.withLock(\.isInUse), foreground: nil, action: nil) }

  /// What is in front: a bundle identifier or a web domain; nil for the home screen, or if the device is not in use.
  public var foreground: String? { state.withLock { $0.foreground?.name } }

  /// What the settings of all apps do to an application, with the reason for each shield.
  public func effective(for bundleIdentifier: String) -> ApplicationRestrictions {
    state.withLock { state in
      let application = state.catalog.application(bundleIdentifier)
      return state.settings.effective(for: application)
    }
  }

  private func open(_ target: Foreground) -> Opening {
    setUse(true, foreground: target, action: "open \(target.name)")
    let (isShielded, isBlocked) = state.withLock { ($0.isShielded(target), $0.isRestricted(target)) }
    if isShielded { return .shielded(Shield(target, on: self)) }
    return isBlocked ? .blocked : .opened
  }

  func setUse(_ isInUse: Bool, foreground: Foreground?, action: String?) {
    state.withLock { state in
      precondition(state.isOn, "the device is switched off")
      if let action { state.note(.action(action)) }
      state.isInUse = isInUse
      state.foreground = foreground
      state.updateUse()
    }
    deliverDue()
  }
}

/// What a person sees after opening an application or a web site.
public enum Opening: Sendable {
  /// The application or the site.
  case opened
  /// A shield in front of it.
  case shielded(Shield)
  /// Nothing: settings hide the application or filter the site.
  case blocked

  /// The shield; nil without one.
  public var shield: Shield? { if case .shielded(let shield) = self { shield } else { nil } }
}

extension DeviceState {
  /// Whether a shield is in front of a target.
  func isShielded(_ target: Foreground) -> Bool {
    switch target {
    case .application(let application): settings.effective(for: application).isShielded
    case .site(let domain): !settings.shields(on: domain).isEmpty
    }
  }

  /// Whether a person cannot use a target: it is shielded, hidden or filtered.
  func isRestricted(_ target: Foreground) -> Bool {
    if isShielded(target) { return true }
    switch target {
    case .application(let application): return settings.effective(for: application).isBlocked
    case .site(let domain): return !settings.filters(on: domain).isEmpty
    }
  }

  /// Delivers events that are reached without use, if a fault says so.
  ///
  /// - Parameter registration: the activity that was registered; nil for all.
  mutating func reachWithoutUse(of registration: Registration?, onCharge: Bool) {
    for registration in registration.map({ [$0] }) ?? registrations {
      for event in registration.events.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
        let callback = MonitorCallback(
          .eventDidReachThreshold, activity: registration.name.rawValue, event: event.rawValue)
        guard faults.reaches(callback, onCharge: onCharge) else { continue }
        queue.add(
          .monitor(callback), of: ProcessID(app: registration.app, kind: .monitor), due: clocks.elapsed)
      }
    }
  }
}

extension DeviceState {
  fileprivate func tokenGeneration(of app: InstalledApp) -> Int {
    settings.tokenGeneration(of: app.bundleIdentifier)
  }
}
