import { uploadLimits } from '@portal/contract'
import type { Failure } from './upload-failures.ts'

/** Waits; an abort ends the wait immediately. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** How a call is retried: how errors are classified, the abort signal, and how to wait before a retry. */
export interface RetryPolicy {
  judge: (error: unknown) => Failure
  signal: AbortSignal
  rest?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Retries a call after transient failures: up to three times, after 1, 2 and 4 seconds (specification.md 7
 * and 9). A canceled call is not retried.
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
