/** Calls `work` when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(work, { timeout: 1000 })
  return () => window.cancelIdleCallback(idle)
}

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls `work` once, at the first move of the user. Returns a function that cancels it. */
export function whenUserMoves(work: () => void): () => void {
  const stop = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, onLife)
  }
  const onLife = () => {
    stop()
    work()
  }
  for (const sign of signsOfLife) window.addEventListener(sign, onLife, { passive: true })
  return stop
}

/** Calls `work` once in an idle moment, when the user moves or after `pauseMs`. */
export function whenUserMovesOrIdle(work: () => void, pauseMs: number): void {
  const start = () => {
    stopWaiting()
    clearTimeout(timer)
    whenIdle(work)
  }
  const stopWaiting = whenUserMoves(start)
  const timer = setTimeout(start, pauseMs)
}
