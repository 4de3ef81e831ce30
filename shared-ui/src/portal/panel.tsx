import { createRoot } from 'react-dom/client'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AnyRecord } from '@portal/contract'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import type { PortalStore } from './portal-store.ts'
import { Providers } from './Providers.tsx'
import type { ShellApi } from './shell-api.ts'

/** What a slot hands to a panel. Source: contract.md section 8; `shell` is how a panel of another remote reaches the shell. */
export interface PanelProps {
  collection: string
  pid: string
  record: AnyRecord
  readOnly: boolean
  store: PortalStore
  queryClient: QueryClient
  shell: ShellApi
  onDirty: (dirty: boolean) => void
  onCount: (count: number) => void
}

export interface MountedPanel {
  update: (props: PanelProps) => void
  unmount: () => void
}

/** What the module behind a panel's expose exports. */
export interface PanelModule {
  mountInto: (element: HTMLElement, props: PanelProps) => MountedPanel
}

/**
 * Makes a component mountable by another remote: `export const { mountInto } = createPanel(FilesPanel)`.
 * A failure stays inside the panel, so that it never breaks the drawer around it.
 */
export function createPanel(Panel: ComponentType<PanelProps>): PanelModule {
  return {
    mountInto(element, first) {
      const root = createRoot(element)
      const draw = (props: PanelProps) => {
        root.render(
          <Providers store={props.store} queryClient={props.queryClient} shell={props.shell}>
            <ErrorBoundary>
              <Panel {...props} />
            </ErrorBoundary>
          </Providers>,
        )
      }
      draw(first)
      return {
        update: draw,
        // React refuses to unmount one root while it draws another.
        unmount: () => queueMicrotask(() => root.unmount()),
      }
    },
  }
}
