import ManagedSettings
import ManagedSettingsUI

/// A shield in front of an application or a web site.
public struct Shield: Sendable {
  private let target: Foreground
  private let device: VirtualDevice

  init(_ target: Foreground, on device: VirtualDevice) {
    self.target = target
    self.device = device
  }

  /// The settings that shield the target, in the order of their stores.
  public var reasons: [ShieldReason] {
    device.state.withLock { state in
      switch target {
      case .application(let application): state.settings.effective(for: application).shields
      case .site(let domain): state.settings.shields(on: domain)
      }
    }
  }

  /// Returns the configuration that the app's extension gives the shield; nil for the system's look, if the app that
  /// shields the target has no such extension.
  public func configuration() -> ShieldConfiguration? {
    guard let reason = reasons.first else { return nil }
    let app = device.state.withLock { $0.apps[reason.store.app] }
    guard let app, let make = app.shieldConfiguration else { return nil }
    let target = target(knownTo: app.bundleIdentifier)
    let category = reason.isByCategory ? category(of: target) : nil
    device.state.withLock { $0.note(.shield("configure the shield of \(target.name)"), app: app.bundleIdentifier) }
    return device.perform(as: ProcessID(app: app.bundleIdentifier, kind: .shieldConfiguration)) {
      let source = make()
      switch target {
      case .application(let installed):
        let application = Application(
          bundleIdentifier: installed.bundleIdentifier, token: installed.token,
          localizedDisplayName: installed.displayName)
        guard let category else { return source.configuration(shielding: application) }
        return source.configuration(shielding: application, in: category)
      case .site(let known):
        let domain = WebDomain(domain: known.domain, token: known.token)
        guard let category else { return source.configuration(shielding: domain) }
        return source.configuration(shielding: domain, in: category)
      }
    }
  }

  /// Presses a button, and does what the app's extension responds.
  ///
  /// `close` returns to the home screen, `defer` keeps the shield and asks for its configuration again,
  /// `openParentalControlsApp` brings the app to the front. The shield itself stays until a store changes.
  ///
  /// - Returns: the response; `close` if the app has no such extension, and nil if the extension has not responded before
  ///   its method returned. What it responds later is done by the next call that lets time pass on the device or runs code
  ///   on it, if its process still runs and the shield is still in front.
  @discardableResult
  public func press(_ action: ShieldAction) -> ShieldActionResponse? {
    guard let reason = reasons.first else { return nil }
    let app = device.state.withLock { state in
      state.note(.action("press \(action) on the shield of \(target.name)"))
      return state.apps[reason.store.app]
    }
    let response = app?.shieldAction.map { answer(to: action, by: $0, of: reason) } ?? .close
    if let response { device.follow(response, of: reason.store.app, to: target) }
    device.deliverDue()
    return response
  }

  private func answer(
    to action: ShieldAction, by make: @Sendable () -> ShieldActionDelegate, of reason: ShieldReason
  ) -> ShieldActionResponse? {
    let box = ResponseBox()
    let target = target(knownTo: reason.store.app)
    device.perform(as: ProcessID(app: reason.store.app, kind: .shieldAction)) {
      let delegate = make()
      if reason.isByCategory, let category = category(of: target)?.token {
        delegate.handle(action: action, for: category, completionHandler: box.set)
      } else {
        switch target {
        case .application(let installed):
          delegate.handle(action: action, for: installed.token, completionHandler: box.set)
        case .site(let known): delegate.handle(action: action, for: known.token, completionHandler: box.set)
        }
      }
    }
    let process = ProcessID(app: reason.store.app, kind: .shieldAction)
    let launch = device.state.withLock { $0.identity(of: process).launch }
    return box.response { [weak device, target] response in
      let late = LateResponse(response: response, target: target, process: process, launch: launch)
      device?.state.withLock { $0.lateResponses.append(late) }
    }
  }

  /// Returns the target with the tokens that an app has for it.
  private func target(knownTo app: String) -> Foreground {
    target.known(in: device.state.withLock { $0.settings.tokenGeneration(of: app) })
  }

  private func category(of target: Foreground) -> ActivityCategory? {
    let token: ActivityCategoryToken? =
      switch target {
      case .application(let application): application.category
      case .site(let domain): domain.category
      }
    guard let token else { return nil }
    let name = device.state.withLock { $0.catalog.name(of: token) }
    return ActivityCategory(token: token, localizedDisplayName: name)
  }
}

/// A response to a shield that came after the method of the app's extension had returned.
struct LateResponse: Sendable {
  let response: ShieldActionResponse
  let target: Foreground
  /// The process that responds, and the number of its launch.
  let process: ProcessID
  let launch: Int
}

extension VirtualDevice {
  /// Does what an app's extension responds.
  func follow(_ response: ShieldActionResponse, of app: String, to target: Foreground) {
    switch response {
    case .close: goHome()
    case .defer: _ = Shield(target, on: self).configuration()
    case .openParentalControlsApp: open(app)
    case .none: break
    }
  }

  /// Does what extensions have responded late, on the thread that drives the device.
  func followLateResponses() {
    let late = state.withLock { state in
      defer { state.lateResponses = [] }
      return state.lateResponses
    }
    for answer in late {
      let counts = state.withLock { state in
        state.isOn && state.foreground == answer.target && !state.dead.contains(answer.process)
          && state.launches[answer.process] == answer.launch
      }
      if counts { follow(answer.response, of: answer.process.app, to: answer.target) }
    }
  }
}
