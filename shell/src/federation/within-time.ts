/** A remote that has not answered after this time has failed. Source: design.md section 4. */
export const hangMs = 10_000

export class HangError extends Error {
  constructor(timeoutMs: number) {
    super(`It did not answer within ${timeoutMs / 1000} seconds.`)
    this.name = 'HangError'
  }
}

/** The outcome of `work`, or a HangError when it takes longer. The work itself is not stopped. */
export async function withinTime<Value>(work: Promise<Value>, timeoutMs: number = hangMs): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new HangError(timeoutMs)), timeoutMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
