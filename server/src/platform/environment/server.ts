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

/** Listening address, public address, data folder, limits and logging. */
export const serverVariables = {
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
  ALLOW_OVERRIDES: toggle.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumberVariable.default(6000),
  SECURITY_CONTACT: z
    .string()
    .refine(
      (value) => toList(value).every(isContact),
      'must be a comma list of mail addresses and https:// addresses',
    )
    .optional(),
  ANONYMOUS_RATE_LIMIT_PER_MINUTE: wholeNumberVariable.default(600),
  JOBS_AT_ONCE: z
    .string()
    .regex(/^[1-6]$/, 'must be a number from 1 to 6')
    .transform(Number)
    .default(3),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  UNFREEZE_SIGN_INS: toggle.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
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
  /** Requests per session and minute; 0 = off. */
  rateLimitPerMinute: number
  /** Mail addresses and pages for vulnerability reports; empty = the office's main address. */
  securityContacts: readonly string[]
  /** Requests without a session per address and minute; 0 = off. */
  anonymousRateLimitPerMinute: number
  /** Jobs that this server works on at once; each holds a connection to the database during a batch. */
  jobsAtOnce: number
  /** Bearer token for `/metrics`; null = only administrators can read it. */
  metricsToken: string | null
  /** Whether this start unfreezes frozen sign-ins. */
  unfreezeSignIns: boolean
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
    dataDir: resolve(variables.DATA_DIR),
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    securityContacts: toList(variables.SECURITY_CONTACT),
    anonymousRateLimitPerMinute:
      variables.RATE_LIMIT_PER_MINUTE === 0 ? 0 : variables.ANONYMOUS_RATE_LIMIT_PER_MINUTE,
    jobsAtOnce: variables.JOBS_AT_ONCE,
    metricsToken: variables.METRICS_TOKEN ?? null,
    unfreezeSignIns: variables.UNFREEZE_SIGN_INS === '1',
    logLevel: variables.LOG_LEVEL,
  }
}
