import { resolve } from 'node:path'
import { LocalDate } from '@portal/contract'
import { z } from 'zod'

/** A reason not to start that a person can act on: printed as one sentence, exit code 1. */
export class StartRefusal extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StartRefusal'
  }
}

export type DatabaseChoice =
  | { kind: 'embedded' }
  | { kind: 'server'; url: string }
  /** PGlite in process; without a folder it lives in memory. */
  | { kind: 'pglite'; folder: string | null }

export interface Environment {
  port: number
  host: string
  /** Scheme, host and port people type, without a slash at the end. */
  publicOrigin: string
  /** Absolute path below which everything the server keeps lies. */
  dataDir: string
  database: DatabaseChoice
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  /** ClamAV's daemon, which every upload passes; null = uploads are not scanned. */
  clamdUrl: string | null
  smtpUrl: string | null
  mailProvider: 'embedded' | 'graph'
  graph: { baseUrl: string; mailbox: string } | null
  /** Port on which the embedded mailbox accepts mail; null = off. */
  smtpListen: number | null
  oidc: { issuer: string; clientId: string; clientSecret: string; tenants: readonly string[] } | null
  /** Given by SECRET_KEY, or null: then one is made in the data folder. */
  secretKey: string | null
  /** Day the seed takes for today (tests); null = the day of the first start. */
  seedDate: LocalDate | null
  /** Requests a minute and session; 0 = off. */
  rateLimitPerMinute: number
  demo: boolean
  logLevel: string
  /** Folder of the built packages: `shell/dist` and `mfe-<name>/dist` lie below it. */
  buildsDir: string
}

/** The environment once the data folder is open: the key is there, whoever made it. */
export interface ReadyEnvironment extends Environment {
  secretKey: string
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Is this host name the machine itself? `localhost`, any name below it, 127.x.x.x and ::1 are. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host)
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port number from 1 to 65535')
const text = z.string().min(1)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

function isDatabaseUrl(value: string): boolean {
  return value.startsWith('pglite:') || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))
}

/** A variable's own shape; what depends on several variables is judged in `parseEnvironment`. */
const Variables = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  PUBLIC_ORIGIN: httpUrl
    .refine(
      (value) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''),
      'must be scheme, host and port alone, such as https://portal.example.org',
    )
    .optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.string().refine(isDatabaseUrl, 'must begin with postgres:// or be pglite:').optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[A-Za-z0-9.:[\]-]+|unix:\/[^\0]+)$/, 'must be tcp://host:port or unix:/path of a socket')
    .refine((value) => URL.canParse(value), 'must be tcp://host:port or unix:/path of a socket')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_PROVIDER: z.enum(['embedded', 'graph'], 'must be embedded or graph').default('embedded'),
  GRAPH_BASE_URL: httpUrl.optional(),
  GRAPH_MAILBOX: text.optional(),
  SMTP_LISTEN: port.optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_TENANTS: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters, for example from `openssl rand -base64 32`').optional(),
  SEED_DATE: LocalDate.optional(),
  RATE_LIMIT_PER_MINUTE: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number, 0 = off')
    .transform(Number)
    .default(6000),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
  NODE_ENV: z.string().optional(),
})
type Variables = z.infer<typeof Variables>

/** True when all of a group of variables are given, false when none is: half a group is a mistake that would otherwise show much later. */
function givenTogether(variables: Variables, names: readonly (keyof Variables)[]): boolean {
  const missing = names.filter((name) => variables[name] === undefined)
  if (missing.length === names.length) return false
  const [first] = missing
  if (first !== undefined) throw new StartRefusal(`${first} is missing: ${names.join(', ')} belong together.`)
  return true
}

function toDatabaseChoice(url: string | undefined): DatabaseChoice {
  if (url === undefined) return { kind: 'embedded' }
  if (!url.startsWith('pglite:')) return { kind: 'server', url }
  const folder = url.slice('pglite:'.length).replace(/^\/\//, '')
  return { kind: 'pglite', folder: folder === '' || folder === 'memory' ? null : resolve(folder) }
}

function toPublicOrigin(variables: Variables): string {
  const origin = new URL(variables.PUBLIC_ORIGIN ?? `http://localhost:${variables.PORT}`)
  if (origin.protocol === 'http:' && !isLoopback(origin.hostname)) {
    throw new StartRefusal(
      `PUBLIC_ORIGIN must begin with https:// because ${origin.hostname} is not this machine: sign-in cookies would travel unprotected.`,
    )
  }
  return origin.origin
}

/** An issuer that speaks for everybody at Microsoft needs a list of tenants; keys and codes travel by https off this machine. */
function checkIssuer(issuer: URL, tenants: readonly string[]): void {
  if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) throw new StartRefusal('OIDC_ISSUER must begin with https://.')
  const isShared = /^\/(common|organizations|consumers)(\/|$)/.test(issuer.pathname)
  if (isShared && tenants.length === 0)
    throw new StartRefusal('OIDC_TENANTS is missing: this issuer signs in people of every organization, so name those that may come.')
}

/**
 * Reads the environment once. An empty variable counts as absent; a bad one throws a StartRefusal naming it.
 * Source: contract.md section 1.
 */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartRefusal(`${issue?.path.join('.') ?? 'A variable'} ${issue?.message ?? 'is not valid'}.`)
  }
  const value = parsed.data
  const database = toDatabaseChoice(value.DATABASE_URL)
  if (database.kind === 'server' && value.SECRET_KEY === undefined) {
    throw new StartRefusal(
      'SECRET_KEY is missing: with DATABASE_URL several servers may share one database and must share this key (at least 32 characters).',
    )
  }
  const demoByDefault = isLoopback(value.HOST) && value.NODE_ENV !== 'production'
  const s3 = givenTogether(value, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const graph = givenTogether(value, ['GRAPH_BASE_URL', 'GRAPH_MAILBOX'])
  if (value.MAIL_PROVIDER === 'graph' && !graph)
    throw new StartRefusal('GRAPH_BASE_URL is missing: MAIL_PROVIDER=graph needs GRAPH_BASE_URL and GRAPH_MAILBOX.')
  const oidc = givenTogether(value, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  const tenants = (value.OIDC_TENANTS ?? '')
    .split(',')
    .map((tenant) => tenant.trim())
    .filter(Boolean)
  if (oidc) checkIssuer(new URL(value.OIDC_ISSUER ?? ''), tenants)
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin: toPublicOrigin(value),
    dataDir: resolve(value.DATA_DIR),
    database,
    s3: s3
      ? {
          endpoint: value.S3_ENDPOINT ?? '',
          bucket: value.S3_BUCKET ?? '',
          region: value.S3_REGION,
          accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
        }
      : null,
    clamdUrl: value.CLAMD_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailProvider: value.MAIL_PROVIDER,
    graph: graph ? { baseUrl: value.GRAPH_BASE_URL ?? '', mailbox: value.GRAPH_MAILBOX ?? '' } : null,
    smtpListen: value.SMTP_LISTEN ?? null,
    oidc: oidc
      ? {
          issuer: value.OIDC_ISSUER ?? '',
          clientId: value.OIDC_CLIENT_ID ?? '',
          clientSecret: value.OIDC_CLIENT_SECRET ?? '',
          tenants,
        }
      : null,
    secretKey: value.SECRET_KEY ?? null,
    seedDate: value.SEED_DATE ?? null,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    demo: value.DEMO === undefined ? demoByDefault : value.DEMO === '1',
    logLevel: value.LOG_LEVEL,
    buildsDir: resolve(import.meta.dirname, '../..'),
  }
}
