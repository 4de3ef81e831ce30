import { createRoot } from 'react-dom/client'
import type { ComponentType } from 'react'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { Providers } from './Providers.tsx'
import type { PanelModule, PanelProps } from './shell-api.ts'

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
