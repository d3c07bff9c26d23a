// The modules whose types the public declarations of this one name: one import is enough for an embedder.
@_exported import Scheduler
@_exported import SchedulerCivilTime
@_exported import SchedulerDiagnostics
@_exported import SchedulerPlatform

@_exported import struct SchedulerJSON.JSONObject
@_exported import enum SchedulerJSON.JSONValue
