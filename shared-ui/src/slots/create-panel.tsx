import { createRoot } from 'react-dom/client'
import type { ComponentType, ReactNode } from 'react'
import type { SlotName } from '@portal/contract'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { addSpanishTexts, language } from '../i18n/language.ts'
import type { LoadSpanish } from '../i18n/language.ts'
import { Providers } from '../portal/Providers.tsx'
import type { PanelModule, ShellApi, SlotProps } from '../portal/shell-api.ts'
import { SlotFailure } from './SlotFailure.tsx'
import { t } from './texts.ts'

/** What a slot without room for a whole panel shows instead of one that failed. */
function small({ slot = 'record.tab' }: { slot?: SlotName }) {
  if (slot === 'record.tab') return {}
  return { fallback: (_error: unknown, retry: () => void): ReactNode => <SlotFailure onRetry={retry} /> }
}

const drawn = <Props extends object>(Panel: ComponentType<Props>, props: Props) => <Panel {...props} />

const isAction = (props: object): props is { onClose: () => void } => 'onClose' in props

/** Ends an action that failed while it was drawn: there is no place in which it could say so. */
function endAction(props: object, shell: ShellApi): void {
  if (!isAction(props)) return
  shell.toast({ title: t('notDone'), description: t('failedText'), colour: 'red' })
  props.onClose()
}

/**
 * Makes a component mountable by another remote: `export const { mountInto } = createPanel(FilesPanel)` for a
 * tab, `createPanel<'record.card'>(LastMail)` for another slot. An error stays inside the panel and does not
 * break what is around it.
 */
export function createPanel<S extends SlotName = 'record.tab'>(
  Panel: ComponentType<SlotProps<S>>,
  spanish?: LoadSpanish,
): PanelModule<S> {
  return {
    mountInto(element, first) {
      const root = createRoot(element)
      let latest = first
      let isReady = false
      const draw = (props: SlotProps<S>) => {
        latest = props
        if (!isReady) return
        root.render(
          <Providers store={props.store} queryClient={props.queryClient} shell={props.shell}>
            <ErrorBoundary
              {...small(props)}
              onError={(error) => {
                props.shell.reportFailure(error)
                endAction(props, props.shell)
              }}
            >
              {drawn(Panel, props)}
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
