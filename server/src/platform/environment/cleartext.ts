import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { StartRefusal } from './start-refusal.ts'
import { toList } from './variable-types.ts'

/** Back ends on other machines that may be reached unencrypted, as explicitly allowed. */
export const cleartextVariables = {
  ALLOW_CLEARTEXT: z.string().optional().meta({
    description:
      'comma list of `s3`, `database`, `smtp`, `graph`, `clamd`, `otlp`: back ends off this machine that may be reached without verified encryption',
  }),
}

const backEnds = ['s3', 'database', 'smtp', 'graph', 'clamd', 'otlp', 'backup'] as const
type BackEnd = (typeof backEnds)[number]

/**
 * The variables that name back ends, and PGHOST, which PostgreSQL's driver uses when DATABASE_URL has no
 * host.
 */
export interface BackEndVariables {
  ALLOW_CLEARTEXT?: string | undefined
  S3_ENDPOINT?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  SMTP_URL?: string | undefined
  GRAPH_BASE_URL?: string | undefined
  CLAMD_URL?: string | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  PGHOST?: string | undefined
}

const isElsewhere = (host: string) => !isLoopback(host.toLowerCase())

const isPlainHttp = (address: string) => address.startsWith('http:') && isElsewhere(new URL(address).hostname)

/**
 * Only `verify-full` verifies the identity of the database server. As in the driver, a parameter overrides
 * the host of the URL, and the last one counts.
 */
function isPlainDatabase(address: string, defaultHost = 'localhost'): boolean {
  if (address.startsWith('pglite:')) return false
  const { hostname, searchParams } = new URL(address)
  const host =
    searchParams.getAll('host').at(-1) ?? (hostname === '' ? defaultHost : decodeURIComponent(hostname))
  const isSocket = host.startsWith('/')
  return !isSocket && isElsewhere(host) && searchParams.getAll('sslmode').at(-1) !== 'verify-full'
}

/** smtp:// with requireTLS sends nothing before STARTTLS. Both schemes must verify certificates. */
function isPlainSmtp(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  if (!isElsewhere(hostname)) return false
  const isSecure =
    protocol === 'smtps:'
      ? !searchParams.has('secure')
      : searchParams.getAll('requireTLS').join(',') === 'true'
  return !isSecure || searchParams.has('ignoreTLS') || searchParams.has('tls.rejectUnauthorized')
}

const isPlainClamd = (address: string) => address.startsWith('tcp:') && isElsewhere(new URL(address).hostname)

const advice = {
  s3: 'S3_ENDPOINT sends files and their signatures in clear text: use https://',
  database:
    'DATABASE_URL or DATABASE_READ_URL does not verify whose database it is, or sends everything in clear text: add ?sslmode=verify-full',
  smtp: 'SMTP_URL may send mail and its password in clear text: use smtps://, or smtp:// with ?requireTLS=true and certificates verified',
  graph: 'GRAPH_BASE_URL sends mail and tokens in clear text: use https://',
  clamd:
    'CLAMD_URL sends files to another machine in clear text: use a socket (unix:/path) or a daemon on this machine',
  otlp: 'OTEL_EXPORTER_OTLP_ENDPOINT sends traces in clear text: use https://',
  backup: 'BACKUP_S3_ENDPOINT sends backups and their signatures in clear text: use https://',
} as const satisfies Record<BackEnd, string>

/** Throws a StartRefusal for an unencrypted back end on another machine, unless ALLOW_CLEARTEXT names it. */
export function checkBackEnds(variables: BackEndVariables): void {
  const allowed = toList(variables.ALLOW_CLEARTEXT?.toLowerCase())
  const unknown = allowed.find((name) => !backEnds.some((backEnd) => backEnd === name))
  if (unknown !== undefined)
    throw new StartRefusal(
      `ALLOW_CLEARTEXT names ${unknown}: it takes a comma list of ${backEnds.join(', ')}.`,
    )
  const { S3_ENDPOINT, DATABASE_URL, SMTP_URL, GRAPH_BASE_URL, CLAMD_URL, PGHOST } = variables
  const { OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint, BACKUP_S3_ENDPOINT, DATABASE_READ_URL } = variables
  const isPlain: Readonly<Record<BackEnd, boolean>> = {
    s3: S3_ENDPOINT !== undefined && isPlainHttp(S3_ENDPOINT),
    database: [DATABASE_URL, DATABASE_READ_URL].some(
      (url) => url !== undefined && isPlainDatabase(url, PGHOST),
    ),
    smtp: SMTP_URL !== undefined && isPlainSmtp(SMTP_URL),
    graph: GRAPH_BASE_URL !== undefined && isPlainHttp(GRAPH_BASE_URL),
    clamd: CLAMD_URL !== undefined && isPlainClamd(CLAMD_URL),
    otlp: otlpEndpoint !== undefined && isPlainHttp(otlpEndpoint),
    backup: BACKUP_S3_ENDPOINT !== undefined && isPlainHttp(BACKUP_S3_ENDPOINT),
  }
  const refused = backEnds.find((name) => isPlain[name] && !allowed.includes(name))
  if (refused !== undefined)
    throw new StartRefusal(
      `${advice[refused]}; or set ALLOW_CLEARTEXT=${[...allowed, refused].join(',')} if the network in between is yours alone.`,
    )
}
