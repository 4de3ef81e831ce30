import './no-generated-code.ts'
import type { Root } from 'react-dom/client'
import { boot } from './boot.ts'
import type { Page } from './entry/start-page.ts'
import { storedOverrides } from './federation/overrides.ts'
import { pageRuntime } from './federation/page-runtime.ts'
import { prefetchSharedModules } from './federation/shared-modules.ts'
import { App } from './frame/App.tsx'
import { allowScriptOrigins } from './trusted-types.ts'

export { loadSession } from '@portal/shared-ui'
export { prefetchSharedModules }

export function openPortal(page: Page, root: Root): void {
  allowScriptOrigins(() => storedOverrides().map(({ origin }) => origin))
  boot(pageRuntime(), page, (portal) => root.render(<App portal={portal} />))
}
