import { ApiProblem } from '../api/api-problem.ts'
import { addSpanishTexts } from '../i18n/language.ts'
import type { LoadSpanish } from '../i18n/language.ts'
import type { PanelModule, SlotProps } from '../portal/shell-api.ts'
import { t } from './texts.ts'

/** Slots whose panels run when they are chosen. */
export type ActionSlot = 'record.action' | 'bulk.action' | 'palette.command'

/**
 * Makes a function the action of a slot that needs no dialog: `createAction<'record.action'>(async ({ pid })
 * => …)`. It ends when the promise is settled. What it throws is shown, and reported unless the server
 * refused it.
 */
export function createAction<S extends ActionSlot>(
  run: (props: SlotProps<S>) => void | Promise<void>,
  spanish?: LoadSpanish,
): PanelModule<S> {
  const perform = async (props: SlotProps<S>) => {
    try {
      await (spanish && addSpanishTexts(spanish))
      await run(props)
    } catch (error) {
      const isRefused = error instanceof ApiProblem
      if (!isRefused) props.shell.reportFailure(error)
      const description = isRefused ? error.problem.detail : t('failedText')
      props.shell.toast({ title: t('notDone'), description, colour: 'red' })
    }
    props.onClose()
  }
  return {
    mountInto(_element, props) {
      void perform(props)
      return { update: () => {}, unmount: () => {} }
    },
  }
}
