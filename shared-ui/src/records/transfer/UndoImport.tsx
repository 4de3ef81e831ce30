import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collections } from '@portal/contract'
import type { Declaration, ImportUndone } from '@portal/contract'
import { formatDateTime } from '../../format/dates.ts'
import { useShell } from '../../portal/shell-api.ts'
import { refreshRecords } from '../list/refresh-records.ts'
import type { JobProgress } from '../jobs/watch-job.ts'
import { WorkProgress } from '../jobs/WorkProgress.tsx'
import { recentImportsQuery, undoImport } from './import-calls.ts'
import { t } from './texts.ts'

const maxShown = 100

/** What came of taking an import back; the records that were kept are named. */
function UndoneView({ undone }: { undone: ImportUndone }) {
  const { deleted, kept, failed } = undone
  return (
    <>
      <Typography>{t('undone', { count: deleted })}</Typography>
      {kept > 0 && (
        <>
          <Typography sx={{ color: 'warning.main' }}>{t('kept', { count: kept })}</Typography>
          <Box sx={{ maxHeight: 240, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>
                  <TableCell>{t('record')}</TableCell>
                  <TableCell>{t('reason')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {failed.slice(0, maxShown).map(({ pid, title, reason }) => (
                  <TableRow key={pid}>
                    <TableCell>{title}</TableCell>
                    <TableCell>{reason}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
          {kept > maxShown && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('keptMore', { count: maxShown })}
            </Typography>
          )}
        </>
      )}
    </>
  )
}

export interface UndoImportProps {
  collection: Declaration
  /** The job of the import. */
  id: string
  label: string
  onUndone?: () => void
}

/** Takes a whole import back by one click, with its progress and what was kept. */
export function UndoImport({ collection, id, label, onUndone }: UndoImportProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const undo = useMutation({
    mutationFn: () => undoImport(id, setProgress),
    onSuccess: () => {
      shell.toast({ title: t('undoneToast') })
      onUndone?.()
    },
    // Clients made for the rows go too.
    onSettled: () =>
      Promise.all([collection, collections.orgs].map((each) => refreshRecords(queryClient, each))),
  })
  if (undo.data !== undefined) return <UndoneView undone={undo.data} />
  if (undo.isPending)
    return (
      <WorkProgress
        label={t('undoing')}
        far={(done, total) => t('rows', { done, total })}
        progress={progress}
        hint={t('goesOn')}
      />
    )
  return (
    <Box>
      {undo.error !== null && <Alert severity="error">{undo.error.message}</Alert>}
      <Button variant="outlined" color="inherit" onClick={() => undo.mutate()}>
        {label}
      </Button>
    </Box>
  )
}

/** The viewer's imports of the last day, each with its way back; nothing where there are none. */
export function RecentImports({ collection }: { collection: Declaration }) {
  const { data } = useQuery(recentImportsQuery(collection))
  if (data === undefined || data.imports.length === 0) return null
  return (
    <Box component="section" aria-label={t('recent')} sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="subtitle2">{t('recent')}</Typography>
      {data.imports.map(({ id, created, endedAt }) => (
        <Box
          key={id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <Typography>{t('recentImport', { count: created, time: formatDateTime(endedAt) })}</Typography>
          <UndoImport
            collection={collection}
            id={id}
            label={t('undoRecent', { time: formatDateTime(endedAt) })}
          />
        </Box>
      ))}
    </Box>
  )
}

/** Until when the import can be taken back, and the button that does it. */
export function UndoOffer({
  until,
  isUndone,
  ...props
}: UndoImportProps & { until: string; isUndone: boolean }) {
  return (
    <>
      {!isUndone && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('undoUntil', { time: formatDateTime(until) })}
        </Typography>
      )}
      <UndoImport {...props} />
    </>
  )
}
