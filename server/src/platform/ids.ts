import { randomBytes } from 'node:crypto'
import { makePid } from '@portal/contract'
import type { Clock } from './clock.ts'

/** Source of identifiers and secrets; deterministic in tests. */
export interface Ids {
  /** A new record identifier. Identifiers sort in the order of their creation. */
  pid(): string
  /** A secret for a cookie or a link: `bytes` (32 by default) of randomness in base64url. */
  token(bytes?: number): string
}

export function createIds(clock: Clock): Ids {
  return {
    pid: () => makePid(clock.now().getTime(), randomBytes(16)),
    token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  }
}
