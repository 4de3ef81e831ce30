import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { StartRefusal } from './start-refusal.ts'
import { httpUrl, port, text, toList, toggle, wholeNumberVariable } from './variable-types.ts'

const isContact = (value: string) =>
  z.email().safeParse(value).success ||
  z
    .url({ protocol: /^https$/ })
    .regex(/^\S+$/)
    .safeParse(value).success

/** More processes than this have no use on one machine. */
const maxWorkers = 64

/** Listening address, public address, data folder, limits and logging. */
export const serverVariables = {
  PORT: port.default(3000).meta({ description: 'port the server listens on' }),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')
    .default('127.0.0.1')
    .meta({ description: 'address the server listens on' }),
  PUBLIC_ORIGIN: httpUrl
    .refine(
      (value) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''),
      'must be scheme, host and port alone, such as https://portal.example.org',
    )
    .optional()
    .meta({
      description: 'scheme, host and port people type; https off loopback',
      absent: '`http://localhost:$PORT`',
    }),
  DATA_DIR: text.default('./data').meta({ description: 'folder of everything the server keeps itself' }),
  ALLOW_OVERRIDES: toggle.optional().meta({
    description: 'administrators may take remotes from their own machine (`?override=`)',
    absent: '`1` when `PUBLIC_ORIGIN` is loopback, else `0`',
  }),
  ALLOW_PRIVATE_SOURCES: toggle.optional().meta({
    description:
      '`1` lets feeds of agencies and origins of modules have addresses of this machine and of private networks, without TLS too',
    absent: '`0`',
  }),
  ALLOW_PRIVATE_APPS: toggle.optional().meta({
    description:
      '`1` lets third-party apps and back ends of remotes have addresses of this machine and of private networks, without TLS too',
    absent: '`0`',
  }),
  RATE_LIMIT_PER_MINUTE: wholeNumberVariable
    .default(6000)
    .meta({ description: 'requests a minute and signed-in session; `0` = off, for benches' }),
  SECURITY_CONTACT: z
    .string()
    .refine(
      (value) => toList(value).every(isContact),
      'must be a comma list of mail addresses and https:// addresses',
    )
    .optional()
    .meta({
      description: 'comma list of mail addresses and https pages in `/.well-known/security.txt`',
      absent: "none: the office's main address",
    }),
  ANONYMOUS_RATE_LIMIT_PER_MINUTE: wholeNumberVariable.default(600).meta({
    description:
      'calls a minute and address without a session; pages, files and health checks are allowed fifty times as many; `0`, or `RATE_LIMIT_PER_MINUTE=0`, = off',
  }),
  JOBS_AT_ONCE: z
    .string()
    .regex(/^[1-6]$/, 'must be a number from 1 to 6')
    .transform(Number)
    .default(3)
    .meta({
      description:
        'jobs (imports, bulk edits, undo) that a server process works on at once, 1 to 6; from 2 on, one place is kept for jobs of at most 10,000 rows',
    }),
  REMOTE_SIZE_LIMIT_KB: wholeNumberVariable
    .refine((size) => size >= 50, 'must be at least 50')
    .default(400)
    .meta({
      description:
        'most kB of scripts and styles, as they are sent, that a build of a remote may have, whatever budget it sets for itself; larger ones are refused',
    }),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional().meta({
    description: 'opens `/metrics` to `Authorization: Bearer <token>`',
    absent: 'none: administrators alone',
  }),
  UNFREEZE_SIGN_INS: toggle.optional().meta({
    description: '`1` opens sign-ins that a superadmin froze, where nobody is left who could',
    absent: '`0`',
  }),
  WORKERS: wholeNumberVariable
    .refine((count) => count >= 1 && count <= maxWorkers, `must be from 1 to ${maxWorkers}`)
    .default(1)
    .meta({
      description:
        'processes that serve requests on the port, at most 64; about one per core. Linux alone. One more process holds the data folder and the embedded PostgreSQL and replaces a worker that ends',
    }),
  DRAIN_SECONDS: wholeNumberVariable
    .refine((seconds) => seconds <= 300, 'must be at most 300')
    .default(0)
    .meta({
      description:
        'seconds, at most 300, between SIGTERM and the end of the server. Meanwhile `/api/health/ready` ' +
        'is 503 and every request is still served. Behind a load balancer, set twice its interval of ' +
        'health checks. After it, running requests have 10 s; searches, counts and exports that run ' +
        'longer than 5 s are canceled',
    }),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info')
    .meta({ description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`' }),
}
const Server = z.object(serverVariables)

export interface ServerEnvironment {
  port: number
  host: string
  /** Scheme, host and port of the portal for people, without a trailing slash. */
  publicOrigin: string
  /** Absolute path of the folder for all data of the server. */
  dataDir: string
  /** Whether administrators may load remotes from their own machine (`?override=`). */
  allowOverrides: boolean
  /** Whether feeds of authorities may be on this machine or on a private network. */
  allowPrivateSources: boolean
  /** Whether apps and back ends of remotes may be on this machine or on a private network. */
  allowPrivateApps: boolean
  /** Requests per session and minute; 0 = off. */
  rateLimitPerMinute: number
  /** Mail addresses and pages for vulnerability reports; empty = the office's main address. */
  securityContacts: readonly string[]
  /** Requests without a session per address and minute; 0 = off. */
  anonymousRateLimitPerMinute: number
  /** Jobs that this server works on at once; each holds a connection to the database during a batch. */
  jobsAtOnce: number
  /** Most kB of scripts and styles, as they are sent, in a build of a remote. */
  remoteSizeLimitKb: number
  /** Bearer token for `/metrics`; null = only administrators can read it. */
  metricsToken: string | null
  /** Whether this start unfreezes frozen sign-ins. */
  unfreezeSignIns: boolean
  /**
   * Seconds between the signal to stop and the end of the server, in which `/api/health/ready` is 503 and
   * every request is still served.
   */
  drainSeconds: number
  /** Processes that serve requests on the port. */
  workers: number
  logLevel: string
}

function toPublicOrigin(variables: z.infer<typeof Server>): string {
  const origin = new URL(variables.PUBLIC_ORIGIN ?? `http://localhost:${variables.PORT}`)
  if (origin.protocol === 'http:' && !isLoopback(origin.hostname)) {
    throw new StartRefusal(
      `PUBLIC_ORIGIN must begin with https:// because ${origin.hostname} is not this machine: sign-in cookies would travel unprotected.`,
    )
  }
  return origin.origin
}

export function toServerEnvironment(variables: z.infer<typeof Server>): ServerEnvironment {
  return {
    port: variables.PORT,
    host: variables.HOST,
    publicOrigin: toPublicOrigin(variables),
    allowOverrides:
      variables.ALLOW_OVERRIDES === undefined
        ? isLoopback(new URL(toPublicOrigin(variables)).hostname)
        : variables.ALLOW_OVERRIDES === '1',
    allowPrivateSources: variables.ALLOW_PRIVATE_SOURCES === '1',
    allowPrivateApps: variables.ALLOW_PRIVATE_APPS === '1',
    dataDir: resolve(variables.DATA_DIR),
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    securityContacts: toList(variables.SECURITY_CONTACT),
    anonymousRateLimitPerMinute:
      variables.RATE_LIMIT_PER_MINUTE === 0 ? 0 : variables.ANONYMOUS_RATE_LIMIT_PER_MINUTE,
    jobsAtOnce: variables.JOBS_AT_ONCE,
    remoteSizeLimitKb: variables.REMOTE_SIZE_LIMIT_KB,
    metricsToken: variables.METRICS_TOKEN ?? null,
    unfreezeSignIns: variables.UNFREEZE_SIGN_INS === '1',
    workers: variables.WORKERS,
    drainSeconds: variables.DRAIN_SECONDS,
    logLevel: variables.LOG_LEVEL,
  }
}
