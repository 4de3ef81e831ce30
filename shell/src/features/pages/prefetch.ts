/** Fetches what the first table will need. A failure is met again, and told, where the code is needed. */
function prefetchTable(): void {
  for (const load of [
    () => import('@portal/shared-ui/mui'),
    () => import('@portal/shared-ui/router'),
    () => import('@portal/shared-ui/table'),
  ]) {
    void load().catch(() => undefined)
  }
}

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches the table's code once somebody is there and the browser has nothing better to do: the sign-in page
 * itself stays small for those who only pass by. Answers how to stop.
 */
export function prefetchForTable(): () => void {
  let idle: number | null = null
  const stopWaiting = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, onLife)
  }
  function onLife() {
    stopWaiting()
    if ('requestIdleCallback' in window) idle = window.requestIdleCallback(prefetchTable, { timeout: 1000 })
    else prefetchTable()
  }
  for (const sign of signsOfLife) window.addEventListener(sign, onLife, { passive: true })
  return () => {
    stopWaiting()
    if (idle !== null) window.cancelIdleCallback(idle)
  }
}
