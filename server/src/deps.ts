import { randomBytes } from 'node:crypto'
import { makePid } from '@portal/contract'
import type { Logger } from 'pino'
import type { Database } from '#database/database.ts'
import type { FileStore } from '#features/files/file-store.ts'
import type { Scanner } from '#features/files/scanner.ts'
import type { Disk } from '#storage/disk-space.ts'
import type { ResolveDns } from '#features/mail/authentication/dns.ts'
import type { MailProvider } from '#features/mail/mail-provider.ts'
import type { MailParser } from '#features/mail/parsing/mail-parser.ts'
import type { ReadyEnvironment } from '#environment/environment.ts'

export type { Logger } from 'pino'

/** The present moment; tests move it by hand. */
export interface Clock {
  now(): Date
}

/** Where identifiers and secrets come from; deterministic in tests. */
export interface Ids {
  /** A new record identifier, later ones sorting after earlier ones. */
  pid(): string
  /** A secret for a cookie or a link: `bytes` (32 by default) of chance in base64url. */
  token(bytes?: number): string
}

/** Everything a feature may need, passed as an argument; nothing in the server reaches for it by itself. */
export interface Deps {
  environment: ReadyEnvironment
  database: Database
  store: FileStore
  scanner: Scanner
  disk: Disk
  mail: MailProvider
  mailParser: MailParser
  /** Looks up what domains say about their mail. */
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
