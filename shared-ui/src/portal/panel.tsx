import { createRoot } from 'react-dom/client'
import type { ComponentType } from 'react'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { addSpanishTexts, language } from '../i18n/language.ts'
import type { LoadSpanish } from '../i18n/language.ts'
import { Providers } from './Providers.tsx'
import type { PanelModule, PanelProps } from './shell-api.ts'

/**
 * Makes a component mountable by another remote: `export const { mountInto } = createPanel(FilesPanel)`. An
 * error stays inside the panel and does not break the surrounding drawer.
 */
export function createPanel(Panel: ComponentType<PanelProps>, spanish?: LoadSpanish): PanelModule {
  return {
    mountInto(element, first) {
      const root = createRoot(element)
      let latest = first
      let isReady = false
      const draw = (props: PanelProps) => {
        latest = props
        if (!isReady) return
        root.render(
          <Providers store={props.store} queryClient={props.queryClient} shell={props.shell}>
            <ErrorBoundary onError={(error) => props.shell.reportFailure(error)}>
              <Panel {...props} />
            </ErrorBoundary>
          </Providers>,
        )
      }
      const begin = () => {
        isReady = true
        draw(latest)
      }
      const texts = spanish && addSpanishTexts(spanish)
      // English texts are shown if the Spanish ones cannot be loaded.
      const told = texts?.catch((error: unknown) => first.shell.reportFailure(error))
      if (language() === 'es' && told !== undefined) void told.then(begin)
      else begin()
      return {
        update: draw,
        // React refuses to unmount one root while it renders another.
        unmount: () => queueMicrotask(() => root.unmount()),
      }
    },
  }
}
