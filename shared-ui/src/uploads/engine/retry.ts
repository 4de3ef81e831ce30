import { uploadLimits } from '@portal/contract'
import type { Failure } from './upload-failures.ts'

/** Waits; a cancelled wait ends at once. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** How a step is taken: what its failures mean, what ends it, and how it waits before it is taken again. */
export interface RetryPolicy {
  judge: (error: unknown) => Failure
  signal: AbortSignal
  rest?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Takes a step again while its failure is one that may pass: three times more, after 1, 2 and 4 seconds
 * (specification.md 7 and 9). A cancelled one is not taken again.
 */
export async function retry<Value>(
  step: () => Promise<Value>,
  { judge, signal, rest = pause }: RetryPolicy,
): Promise<Value> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted || retries === uploadLimits.retries || !judge(error).isTransient) throw error
      await rest(uploadLimits.firstDelayMs * 2 ** retries, signal)
      if (signal.aborted) throw error
    }
  }
}
