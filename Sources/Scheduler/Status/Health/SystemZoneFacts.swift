/// Which zone a machine is in, as far as that can be read.
public struct SystemZoneFacts: Sendable {
  /// The zone that is followed; nil when it cannot be read.
  public var identifier: String?
  /// Why it cannot be read.
  public var fault: String?
  /// What `$TZ` says; nil when it is not set.
  public var environment: String?
  /// The zone of `/etc/localtime`, which programs without `$TZ` follow; nil when it cannot be read.
  public var localtime: String?

  /// Facts on a zone that can be read, and on which all agree.
  public init(identifier: String?) {
    self.identifier = identifier
    localtime = identifier
  }

  var findings: [Finding] {
    guard let identifier else {
      let remedy = "install the time zone database (tzdata), or set 'timezone' in the configuration"
      return [
        Finding(
          .problem, .zone, "the zone of the machine cannot be read\(fault.map { ": \($0)" } ?? "")", remedy: remedy)
      ]
    }
    let found = Finding(.ok, .zone, "the machine is in \(identifier)")
    guard environment != nil, let localtime, localtime != identifier else { return [found] }
    return [
      found,
      Finding(
        .note, .zoneDiffers, "'TZ' says \(identifier), '/etc/localtime' says \(localtime)",
        remedy: "what is started without 'TZ', such as by crontab(5), follows '/etc/localtime'"),
    ]
  }
}
