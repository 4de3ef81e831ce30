/**
 * Loads what the first table needs. A failure is ignored here, because it occurs again and is shown when the
 * code is needed.
 */
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
 * Loads the table's code when somebody is signed in and the browser is idle, so that the sign-in page stays
 * small. Returns a function that stops it.
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
