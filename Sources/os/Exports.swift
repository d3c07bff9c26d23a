@_exported import OSLog
