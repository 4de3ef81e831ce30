import { refreshRecordsAndSteps, useShell } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { undoStep } from './steps.queries.ts'
import { t } from './texts.ts'

/** Long enough to notice a mistake and reach the button. */
export const undoShownMs = 12_000

/** The undo action of a transition, for the notification that reports it. */
export function useUndoStep(collection: string) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const undo = async (pid: string, title: string) => {
    try {
      await undoStep(collection, pid)
      shell.toast({ title: t('undone', { title }) })
    } catch (error) {
      shell.toast({
        title: t('notUndone', { title }),
        description: error instanceof Error ? error.message : String(error),
        colour: 'red',
        durationMs: undoShownMs,
      })
    }
    await refreshRecordsAndSteps(queryClient)
  }
  return (pid: string, title: string) => ({ label: t('undo'), onAct: () => void undo(pid, title) })
}
