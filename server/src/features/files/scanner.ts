import type { Readable } from 'node:stream'

export type Verdict = { isClean: true } | { isClean: false; /** What was found, by the scanner's name for it. */ finding: string }

/** Looks at the bytes of an upload before it becomes a file. Without one configured everything passes. */
export interface Scanner {
  kind: 'none' | 'clamd'
  /** `open` gives the bytes, which not every scanner asks for. Throws where the scanner does not answer: then nothing is let through. */
  scan(open: () => Promise<Readable>): Promise<Verdict>
}

/** Lets everything pass, unread. */
export const noScanner: Scanner = { kind: 'none', scan: async () => ({ isClean: true }) }
