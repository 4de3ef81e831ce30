import type { Readable } from 'node:stream'

export type ScanVerdict =
  { isClean: true } | { isClean: false; /** What was found, by the scanner's name for it. */ finding: string }

/**
 * Scans bytes from outside before anybody can download them; called only by `scanning/`. Without a configured
 * scanner everything passes.
 */
export interface Scanner {
  kind: 'none' | 'clamd'
  /**
   * `open` returns the bytes, which not every scanner needs. Throws when the scanner does not answer; the
   * result is then unknown.
   */
  scan(open: () => Promise<Readable>): Promise<ScanVerdict>
  /**
   * Version of the scanner and its signatures, such as `ClamAV 1.4.3/27800`; null when unknown. Queried at
   * most once a minute.
   */
  signatures(): Promise<string | null>
  /** Throws when the scanner does not answer. Without a scanner it always resolves. */
  ping(): Promise<void>
}

/** Lets everything pass without reading it. */
export const noScanner: Scanner = {
  kind: 'none',
  scan: async () => ({ isClean: true }),
  signatures: async () => null,
  ping: async () => undefined,
}
