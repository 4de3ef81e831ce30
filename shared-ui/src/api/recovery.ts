import type { ProblemType } from '@portal/contract'
import { isProblem } from './api-problem.ts'

/** What a page can do about a refusal before it repeats the refused call. */
export interface Recovery {
  /** True if this refusal can be recovered from now. */
  handles(error: unknown, url: string): boolean
  /** Runs the recovery. Calls refused at the same time share one attempt. Resolves with false if it fails. */
  apply(): Promise<boolean>
  /** Sets the function that recovers; it rejects if it cannot. Returns a function that removes it. */
  use(mend: () => Promise<void>): () => void
}

/**
 * A recovery from refusals of one type. Calls that match `isExempt` are part of the recovery, or mean
 * something else by that refusal.
 */
export function createRecovery(type: ProblemType, isExempt: (url: string) => boolean): Recovery {
  let mend: (() => Promise<void>) | null = null
  let underWay: Promise<boolean> | null = null
  return {
    handles: (error, url) => mend !== null && isProblem(error, type) && !isExempt(url),
    apply() {
      if (mend === null) return Promise.resolve(false)
      underWay ??= mend()
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          underWay = null
        })
      return underWay
    },
    use(mending) {
      mend = mending
      return () => {
        if (mend === mending) mend = null
      }
    },
  }
}
