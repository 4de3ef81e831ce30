/**
 * The keys of the advisory locks of the database, by what they guard. Each has a key of its own: a session
 * that holds a lock while another of the same server needs the same key for something else waits forever.
 * Keys never change, because servers of two releases share a database.
 */
export const advisoryLocks = {
  migration: 7_032_611,
  /** The triggers of the audit trail take it at commit (migrations 0352 and 0532). */
  auditChain: 7_032_612,
  auditSending: 7_032_613,
  auditGuard: 7_032_614,
  jobClaim: 7_032_615,
  statusMap: 7_032_617,
  backup: 7_032_619,
  archive: 7_032_620,
  eventMonths: 7_032_622,
  defaultViews: 7_032_640,
  firstStart: 7_032_650,
} as const
