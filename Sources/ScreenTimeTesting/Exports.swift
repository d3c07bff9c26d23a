/// The modules that tests of Screen Time apps use together.
@_exported import Foundation
