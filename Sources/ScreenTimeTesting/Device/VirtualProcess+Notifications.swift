import FoundationAdditions
import ScreenTimeSystem

extension VirtualProcess: DarwinNotificationProcess {
  var darwinNotifications: DarwinNotificationBoard {
    access { $0.noteWrite(.records) }
    return device?.storage.darwinNotifications ?? DarwinNotificationBoard()
  }

  var currentLaunch: Int? { access { _ in launch } }
}
