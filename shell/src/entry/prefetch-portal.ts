import { language } from '@portal/shared-ui/i18n'
import { portalTexts } from '../features/language/follow-language.ts'
import type { LoadPortal } from './portal-code.ts'
import { whenIdle, whenUserMoves } from './when-idle.ts'

/**
 * Links to the portal's files in the document. The server gives them this relation when nobody is signed in.
 */
const waiting = 'link[rel="portal-file"]'

/** Lets the browser fetch the portal's files at its lowest priority. They are run when they are needed. */
function fetchFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(waiting)) link.rel = 'prefetch'
}

/**
 * Runs the portal's code, and fetches its Spanish texts for a Spanish screen. A failure is ignored here,
 * because it occurs again and is shown when the code is needed.
 */
function runPortal(load: LoadPortal): void {
  const ignore = () => undefined
  void load().then((portal) => portal.prefetchRecordPage(), ignore)
  if (language() === 'es') void portalTexts().catch(ignore)
}

/**
 * Loads the portal while a user signs in: the files when the page is complete and idle, the code when the
 * user
 * moves. The sign-in page itself stays small. Returns a function that stops it.
 */
export function prefetchPortal(load: LoadPortal): () => void {
  const onLoad = () => void stops.push(whenIdle(fetchFiles))
  const stops: (() => void)[] = [
    whenUserMoves(() => stops.push(whenIdle(() => runPortal(load)))),
    () => window.removeEventListener('load', onLoad),
  ]
  if (document.readyState === 'complete') onLoad()
  else window.addEventListener('load', onLoad, { once: true })
  return () => {
    for (const stop of stops) stop()
  }
}
