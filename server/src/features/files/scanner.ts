import type { Readable } from 'node:stream'

export type ScanVerdict =
  { isClean: true } | { isClean: false; /** What was found, by the scanner's name for it. */ finding: string }

/**
 * Looks at bytes from outside before anybody gets them; asked by `scanning/` alone. Without one configured
 * everything passes.
 */
export interface Scanner {
  kind: 'none' | 'clamd'
  /**
   * `open` gives the bytes, which not every scanner asks for. Throws where the scanner does not answer: then
   * nothing is known of them.
   */
  scan(open: () => Promise<Readable>): Promise<ScanVerdict>
  /**
   * Version of the scanner and what it knows, such as `ClamAV 1.4.3/27800`; null where it cannot say. Asked
   * at most once a minute.
   */
  signatures(): Promise<string | null>
  /** Throws where the scanner does not answer; one that is not there has nothing to answer. */
  ping(): Promise<void>
}

/** Lets everything pass, unread. */
export const noScanner: Scanner = {
  kind: 'none',
  scan: async () => ({ isClean: true }),
  signatures: async () => null,
  ping: async () => undefined,
}
