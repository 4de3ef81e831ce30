import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { StartRefusal } from './start-refusal.ts'
import { text } from './variable-types.ts'

/** Destination of the audit in addition to the database. */
export const auditVariables = {
  AUDIT_LOG: text.optional().meta({
    description:
      'where rows of the audit are sent too, as JSON lines: a file, `-` (standard output), `syslog://host:port` on this machine, `syslogs://host:port`',
  }),
}
const Audit = z.object(auditVariables)

export type AuditDestination =
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; host: string; port: number; tls: boolean }

export interface AuditEnvironment {
  /** Null = the audit is stored in the database only. */
  auditLog: AuditDestination | null
}

/** Default ports of RFC 6587 and RFC 5425. */
const [tcpPort, tlsPort] = [601, 6514]

function toSyslog(address: string): AuditDestination {
  const shape =
    'AUDIT_LOG must be a file, - for the standard output, or syslog://host:port or syslogs://host:port.'
  if (!URL.canParse(address)) throw new StartRefusal(shape)
  const { protocol, hostname, port, pathname, search, username } = new URL(address)
  if (hostname === '' || (pathname !== '' && pathname !== '/') || search !== '' || username !== '')
    throw new StartRefusal(shape)
  const tls = protocol === 'syslogs:'
  if (!tls && !isLoopback(hostname)) {
    throw new StartRefusal(
      `AUDIT_LOG would send the audit in clear text to ${hostname}: use syslogs://, or a relay on this machine.`,
    )
  }
  return {
    kind: 'syslog',
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (tls ? tlsPort : tcpPort) : Number(port),
    tls,
  }
}

export function toAuditEnvironment({ AUDIT_LOG }: z.infer<typeof Audit>): AuditEnvironment {
  if (AUDIT_LOG === undefined) return { auditLog: null }
  if (AUDIT_LOG === '-') return { auditLog: { kind: 'stdout' } }
  if (/^syslogs?:/.test(AUDIT_LOG)) return { auditLog: toSyslog(AUDIT_LOG) }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(AUDIT_LOG)) {
    throw new StartRefusal(
      'AUDIT_LOG must be a file, - for the standard output, or syslog://host:port or syslogs://host:port.',
    )
  }
  return { auditLog: { kind: 'file', path: resolve(AUDIT_LOG) } }
}
