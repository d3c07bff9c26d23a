@_exported import ManagedSettings
@_exported import UIKit
