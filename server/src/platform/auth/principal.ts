import type { SessionUser } from '#platform/sessions/session-user.ts'

/** The owner of a session, a passkey or a Microsoft identity: a person, or an access request. */
export interface Principal {
  kind: 'person' | 'request'
  pid: string
}

/** The two columns that store a principal; exactly one of them is set. */
export function principalColumns({ kind, pid }: Principal): {
  user_pid: string | null
  request_pid: string | null
} {
  return kind === 'person' ? { user_pid: pid, request_pid: null } : { user_pid: null, request_pid: pid }
}

/** The principal of a row. */
export function principalOfRow(row: { user_pid: string | null; request_pid: string | null }): Principal {
  if (row.user_pid !== null) return { kind: 'person', pid: row.user_pid }
  return { kind: 'request', pid: row.request_pid ?? '' }
}

export function principalOf(sessionUser: SessionUser): Principal {
  return { kind: sessionUser.isRequest ? 'request' : 'person', pid: sessionUser.pid }
}

/** The name of the column that stores the principal's pid. */
export function principalColumn({ kind }: Principal): 'user_pid' | 'request_pid' {
  return kind === 'person' ? 'user_pid' : 'request_pid'
}
