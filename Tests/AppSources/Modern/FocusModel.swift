import DeviceActivity
import FamilyControls
import ManagedSettings

/// The state of the screens. The real one is `@Observable`.
@MainActor
final class FocusModel {
  private(set) var status = AuthorizationStatus.notDetermined
  private(set) var lastError: (any Error)?
  private let scheduling: any ActivityScheduling
  private let keeper = PlanKeeper()

  init(scheduling: any ActivityScheduling = SystemScheduling()) { self.scheduling = scheduling }

  func authorize() async {
    do {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    } catch FamilyControlsError.authorizationCanceled {
      lastError = FamilyControlsError.authorizationCanceled
    } catch {
      lastError = error
    }
    status = AuthorizationCenter.shared.authorizationStatus
  }

  func save(_ plan: FocusPlan) async throws {
    await keeper.add(plan)
    try scheduling.start(plan)
  }

  func pause() {
    scheduling.stopAll()
    ManagedSettingsStore(named: .focus).clearAllSettings()
  }

  var isShielding: Bool { ManagedSettingsStore(named: .focus).shield.applications?.isEmpty == false }
}

/// Writes plans one after another.
actor PlanKeeper {
  private let file = PlanFile()

  func add(_ plan: FocusPlan) {
    var plans = file.plans
    plans.removeAll { $0.id == plan.id }
    plans.append(plan)
    file.plans = plans
  }
}
