import { randomBytes } from 'node:crypto'
import { makePid } from '@portal/contract'
import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { Scanner } from '#domain/scanning/scanner.ts'
import type { Disk } from '#platform/storage/disk-space.ts'
import type { ResolveDns } from '#mail/authentication/dns.ts'
import type { MailProvider } from '#mail/providers/mail-provider.ts'
import type { MailParser } from '#mail/parsing/mail-parser.ts'
import type { ReadyEnvironment } from '#platform/environment/environment.ts'

import type { Services } from './services.ts'

export type { Logger } from 'pino'

/** The current time. Tests set it. */
export interface Clock {
  now(): Date
}

/** Source of identifiers and secrets; deterministic in tests. */
export interface Ids {
  /** A new record identifier. Identifiers sort in the order of their creation. */
  pid(): string
  /** A secret for a cookie or a link: `bytes` (32 by default) of randomness in base64url. */
  token(bytes?: number): string
}

/**
 * The dependencies of the features. They are always passed as an argument; the server has no global
 * instances.
 */
export interface Deps extends Services {
  environment: ReadyEnvironment
  database: Database
  store: FileStore
  scanner: Scanner
  disk: Disk
  mail: MailProvider
  mailParser: MailParser
  /** Looks up the DNS records that mail authentication needs. */
  resolveDns: ResolveDns
  clock: Clock
  ids: Ids
  log: Logger
}

export const systemClock: Clock = { now: () => new Date() }

export function createIds(clock: Clock): Ids {
  return {
    pid: () => makePid(clock.now().getTime(), randomBytes(16)),
    token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  }
}
