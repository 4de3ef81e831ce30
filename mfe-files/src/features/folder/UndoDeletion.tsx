import { useEffect } from 'react'
import { filesKey, useShell } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtom, useSetAtom } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { eachOf, lastDeletionAtom, restoreFile, locallyRemovedAtom } from './file-writes.ts'
import { stuckBottom } from './scroller.ts'

/** Long enough to notice a mistake and reach the button. */
const shownMs = 20_000

/**
 * Reports the last deletion and offers Undo. The region is always rendered, so that screen readers announce
 * it.
 */
export function UndoDeletion() {
  const [records, setLast] = useAtom(lastDeletionAtom)
  const setTaken = useSetAtom(locallyRemovedAtom)
  const shell = useShell()
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () => eachOf(records, ({ pid }) => restoreFile(pid)),
    onSuccess: (refused) => {
      const back = new Set(records.map(({ pid }) => pid))
      setTaken((known) => new Set([...known].filter((pid) => !back.has(pid))))
      const [first] = refused
      if (first === undefined) shell.toast({ title: t('restored', { count: records.length }) })
      else
        shell.toast({
          title: t('notRestored', { name: first.record.name }),
          description: first.reason,
          colour: 'red',
        })
    },
    onSettled: () => {
      setLast([])
      void queryClient.invalidateQueries({ queryKey: [filesKey] })
    },
  })
  const { isPending } = undo
  useEffect(() => {
    if (records.length === 0 || isPending) return
    const timer = setTimeout(() => setLast([]), shownMs)
    return () => clearTimeout(timer)
  }, [records, isPending, setLast])
  const [only] = records
  const words =
    records.length === 1
      ? t('deletedOne', { name: only?.name ?? '' })
      : t('deletedSome', { count: records.length })
  return (
    <Box
      aria-live="polite"
      sx={{
        position: 'sticky',
        bottom: stuckBottom,
        zIndex: 3,
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
    >
      {only !== undefined && (
        <Box
          role="group"
          aria-label={t('lastAction')}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            margin: 3,
            paddingInline: 4,
            paddingBlock: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'portal.raised',
            boxShadow: 8,
            pointerEvents: 'auto',
          }}
        >
          <Box sx={{ overflowWrap: 'anywhere', paddingBlock: 1 }}>{words}</Box>
          <Button sx={{ flex: 'none' }} disabled={isPending} onClick={() => undo.mutate()}>
            {t('undo')}
          </Button>
          <Button color="inherit" sx={{ flex: 'none' }} onClick={() => setLast([])}>
            {t('dismiss')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
