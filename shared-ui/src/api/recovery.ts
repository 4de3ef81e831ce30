import type { ProblemType } from '@portal/contract'
import { isProblem } from './api-problem.ts'

/** What a page can do about a refusal before it sends the refused call again. */
export interface Recovery {
  /** Is this refusal one that can be mended at the moment? */
  handles(error: unknown, url: string): boolean
  /** Mends it; calls refused at the same time share one attempt. False where it stays as it was. */
  apply(): Promise<boolean>
  /** From now on `mend` does it, which throws where it cannot. Answers a function that stops it. */
  use(mend: () => Promise<void>): () => void
}

/**
 * A remedy against refusals of one type; calls that `isExempt` names are part of it, or mean something else
 * by that refusal.
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
