import { createPanel } from '@portal/shared-ui'
import type { PanelModule, PanelProps } from '@portal/shared-ui'
import { AppView } from './AppView.tsx'

/** The tab of an app on a record. The app learns which record, and nothing else of it. */
export function appPanelFor(pid: string): PanelModule {
  return createPanel(({ collection, pid: record }: PanelProps) => (
    <AppView pid={pid} record={{ collection, pid: record }} />
  ))
}
