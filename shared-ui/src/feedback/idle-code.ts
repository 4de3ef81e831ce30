type LoadCode = () => Promise<unknown>

const waiting: LoadCode[] = []

/** Adds code to what is loaded when the page is idle after its first rows. */
export function prefetchWhenIdle(load: LoadCode): void {
  waiting.push(load)
}

/**
 * Loads the code that waits, in the order in which it was added, one after the other, so that it does not
 * compete with what the user does. A failure is ignored here: it occurs again, and is shown, when the code is
 * needed.
 */
export async function loadIdleCode(): Promise<void> {
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift())
    await load().catch(() => undefined)
}

let onFirstRows: (() => void) | null = null

/** Registers what is done once, when the first records of the page are drawn. */
export function whenFirstRows(work: () => void): void {
  onFirstRows = work
}

/** Reports that records are drawn. Only the first report counts. */
export function reportRows(): void {
  const work = onFirstRows
  onFirstRows = null
  work?.()
}
