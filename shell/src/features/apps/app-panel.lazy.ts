import { fetchCode } from '@portal/shared-ui'
import type { PanelModule } from '@portal/shared-ui'

/** The panel of an app. Its code is loaded when the first one is opened. */
export async function loadAppPanel(pid: string): Promise<PanelModule> {
  const { appPanelFor } = await fetchCode(() => import(/* webpackChunkName: "apps" */ './app-panel.tsx'))
  return appPanelFor(pid)
}
