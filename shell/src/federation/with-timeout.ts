import { phrase } from '@portal/contract'
import { RemoteError } from './remote-error.ts'

/** A remote that has not answered after this time has failed. In ms. */
export const hangMs = 10_000

export class TimeoutError extends RemoteError {
  constructor(timeoutMs: number) {
    super(phrase('It did not answer within {{seconds}} seconds.', { seconds: timeoutMs / 1000 }))
    this.name = 'TimeoutError'
  }
}

/** The result of `work`, or a TimeoutError when it takes longer. The work itself is not stopped. */
export async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number = hangMs): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TimeoutError(timeoutMs)), timeoutMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
