import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Snackbar from '@mui/material/Snackbar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useShell } from '../../portal/shell-api.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import type { LastAction } from '../page/record-page-context.ts'
import { refreshRecords } from '../list/refresh-records.ts'
import { t } from './texts.ts'

/** Long enough to notice a mistake and reach for the mouse. */
const shownMs = 20_000

/** Long enough to read which records were not restored. */
const failedMs = 12_000
const maxReasons = 5

/** Why records could not be undone, in sentences that name them; empty if no reasons are given. */
function reasonsOf(failed: readonly unknown[]): string {
  const reasons = failed.flatMap((each) =>
    typeof each === 'object' && each !== null && 'named' in each && typeof each.named === 'string'
      ? [each.named]
      : [],
  )
  const more = reasons.length - maxReasons
  return [...reasons.slice(0, maxReasons), ...(more > 0 ? [t('moreRefused', { count: more })] : [])].join(' ')
}

export type UndoBarProps = Omit<LastAction, 'key'>

/** The sentence and the button Undo. */
export default function UndoBar({ sentence, undo: takeBack }: UndoBarProps) {
  const shell = useShell()
  const { collection, offerUndo } = useRecordPage()
  const onClose = () => offerUndo(null)
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: takeBack,
    onSuccess: ({ changed, failed }) => {
      if (failed.length === 0) shell.toast({ title: t('undone', { count: changed }) })
      else {
        const reasons = reasonsOf(failed)
        const description = reasons === '' ? t('undoFailedText', { count: failed.length }) : reasons
        shell.toast({ title: t('undoFailed'), description, colour: 'red', durationMs: failedMs })
      }
    },
    onError: (error) => shell.toast({ title: t('undoFailed'), description: error.message, colour: 'red' }),
    onSettled: () => {
      onClose()
      return refreshRecords(queryClient, collection)
    },
  })
  return (
    <Snackbar
      open
      autoHideDuration={undo.isPending ? null : shownMs}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') onClose()
      }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      // Above the footer, so that no row is covered.
      sx={{ bottom: { xs: 16, sm: 20 } }}
    >
      <Paper
        role="group"
        aria-label={t('lastAction')}
        sx={{
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          paddingInline: 4,
          paddingBlock: 0.5,
          border: 1,
          borderColor: 'divider',
          backgroundColor: 'portal.raised',
        }}
      >
        {sentence}
        <Button onClick={() => undo.mutate()} disabled={undo.isPending}>
          {t('undo')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('dismiss')}
        </Button>
      </Paper>
    </Snackbar>
  )
}
