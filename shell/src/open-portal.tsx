import './no-generated-code.ts'
import { loadIdleCode, whenFirstRows } from '@portal/shared-ui'
import type { Root } from 'react-dom/client'
import { boot } from './boot.ts'
import { withPortalTexts } from './entry/start-page.ts'
import type { Page } from './entry/start-page.ts'
import { storedOverrides } from './federation/overrides.ts'
import { remotesAtom } from './federation/federation.state.ts'
import { pageRuntime } from './federation/page-runtime.ts'
import { whenUserMovesOrIdle } from './entry/when-idle.ts'
import { servedOrigins } from './federation/registry.ts'
import { prefetchSharedModules } from './federation/shared-modules.ts'
import { App } from './frame/App.tsx'
import { allowScriptOrigins } from './trusted-types.ts'

/** How long the first rows stand before the parts behind them are loaded, unless the user moves before. */
const pauseAfterRowsMs = 3000

export { loadSession, prefetchRecordPage } from '@portal/shared-ui'

export function openPortal(page: Page, root: Root): void {
  // What the first rows did not need loads after them, so that nothing waits for it when it is opened.
  whenFirstRows(() =>
    whenUserMovesOrIdle(() => void loadIdleCode().then(prefetchSharedModules), pauseAfterRowsMs),
  )
  allowScriptOrigins(() => [
    ...storedOverrides().map(({ origin }) => origin),
    ...servedOrigins(page.store.get(remotesAtom)),
  ])
  boot(pageRuntime(), withPortalTexts(page), (portal) => root.render(<App portal={portal} />))
}
