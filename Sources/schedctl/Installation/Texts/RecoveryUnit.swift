/// The unit that starts the daemon again after it has failed several times in a row; see systemd.unit(5), `OnFailure=`.
///
/// systemd itself would start it without a pause and keep what it stored for it, so that programs could wait for a daemon
/// that never comes. A unit that has failed loses that.
enum RecoveryUnit {
  static let name = "schedctl-recovery.service"

  /// The text of the unit.
  static let text = """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=New start of the focus schedules after repeated failures
    Documentation=man:schedctl(1)
    # 'systemctl stop \(ServiceUnit.name)' stops it as well.
    PartOf=\(ServiceUnit.name)

    [Service]
    Type=oneshot
    # Not after a wrong command line or configuration: another start does not mend them.
    ExecCondition=/bin/sh -c 'systemctl show --property=ExecMainStatus \(ServiceUnit.name) | grep -qvxE "ExecMainStatus=(64|78)"'
    ExecStart=/bin/sleep 10
    ExecStart=-systemctl reset-failed \(ServiceUnit.name) \(SocketUnit.name)
    ExecStart=systemctl --no-block start \(SocketUnit.name) \(ServiceUnit.name)
    # root asks systemd, on its socket. Nothing else is needed.
    CapabilityBoundingSet=
    ProtectControlGroups=yes
    \(UnitSandbox.helper)

    """
}
