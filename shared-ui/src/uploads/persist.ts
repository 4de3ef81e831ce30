import { uploadLimits } from '@portal/contract'
import type { Failure } from './upload-failures.ts'

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Takes a step again while its failure is one that may pass: three times more, after 1, 2 and 4 seconds (spec.txt sections 7 and 9).
 * A cancelled one is not taken again.
 */
export async function persist<Value>(step: () => Promise<Value>, judge: (error: unknown) => Failure, signal: AbortSignal): Promise<Value> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted || retries === uploadLimits.retries || !judge(error).isPassing) throw error
      await pause(uploadLimits.firstDelayMs * 2 ** retries, signal)
      if (signal.aborted) throw error
    }
  }
}
