import type { LoadPortal } from './portal-code.ts'

/**
 * Links to the portal's files in the document. The server gives them this relation when nobody is signed in.
 */
const waiting = 'link[rel="portal-file"]'
const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls `work` when the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(work, { timeout: 1000 })
  return () => window.cancelIdleCallback(idle)
}

/** Lets the browser fetch the portal's files at its lowest priority. They are run when they are needed. */
function fetchFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(waiting)) link.rel = 'prefetch'
}

/**
 * Runs the portal's code. A failure is ignored here, because it occurs again and is shown when the code is
 * needed.
 */
function runPortal(load: LoadPortal): void {
  void load().then(
    (portal) => portal.prefetchSharedModules(),
    () => undefined,
  )
}

/**
 * Loads the portal while a user signs in: the files when the page is complete and idle, the code when the
 * user
 * moves. The sign-in page itself stays small. Returns a function that stops it.
 */
export function prefetchPortal(load: LoadPortal): () => void {
  const stops: (() => void)[] = []
  const stopWaiting = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, onLife)
  }
  function onLife() {
    stopWaiting()
    stops.push(whenIdle(() => runPortal(load)))
  }
  const onLoad = () => void stops.push(whenIdle(fetchFiles))
  for (const sign of signsOfLife) window.addEventListener(sign, onLife, { passive: true })
  if (document.readyState === 'complete') onLoad()
  else window.addEventListener('load', onLoad, { once: true })
  return () => {
    stopWaiting()
    window.removeEventListener('load', onLoad)
    for (const stop of stops) stop()
  }
}
