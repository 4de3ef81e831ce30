import { FileList, collections, folderMimeType, recordRoot } from '@portal/contract'
import type { FileRecord, SearchHit } from '@portal/contract'
import { ErrorPanel, api, formatSize } from '@portal/shared-ui'
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
} from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { RecordSearch } from '../../record-search/RecordSearch.tsx'
import { t } from './texts.ts'

/** Collections whose files can be attached to mail. */
const withFiles = ['permits', 'processed', 'tasks', 'ctasks', 'orgs', 'payments', 'rts'] as const

/** The content of a folder, named by its pid or by the record it belongs to. */
const folderQuery = (parentId: string) =>
  queryOptions({
    queryKey: ['mail-record-files', parentId],
    queryFn: ({ signal }) => api.get('/api/aws/listFiles', FileList, { signal, params: { parentId } }),
  })

interface ChooserProps {
  hit: SearchHit
  chosen: readonly FileRecord[]
  onToggle: (file: FileRecord) => void
}

function FileChooser({ hit, chosen, onToggle }: ChooserProps) {
  const [way, setWay] = useState<readonly { pid: string; name: string }[]>([])
  const parentId = way.at(-1)?.pid ?? recordRoot(collections[hit.collection].table, hit.pid)
  const { data, error, refetch } = useQuery(folderQuery(parentId))
  if (error !== null)
    return <ErrorPanel error={error} title={t('filesFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <Box sx={{ minHeight: 180 }} />
  const files = data.records.filter(
    ({ status, mimeType }) => status === 'done' || mimeType === folderMimeType,
  )
  return (
    <Box
      role="group"
      aria-label={t('filesOf', { record: hit.title })}
      sx={{ display: 'grid', minHeight: 180, alignContent: 'start' }}
    >
      {way.length > 0 && (
        <Button onClick={() => setWay(way.slice(0, -1))} sx={{ justifySelf: 'start' }}>
          {`← ${way.at(-2)?.name ?? hit.title}`}
        </Button>
      )}
      {files.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('noFiles')}</Box>}
      {files.map((file) =>
        file.mimeType === folderMimeType ? (
          <Button
            key={file.pid}
            onClick={() => setWay([...way, { pid: file.pid, name: file.name }])}
            sx={{ justifySelf: 'start' }}
          >
            {`${file.name}/`}
          </Button>
        ) : (
          <FormControlLabel
            key={file.pid}
            control={
              <Checkbox
                checked={chosen.some(({ pid }) => pid === file.pid)}
                onChange={() => onToggle(file)}
              />
            }
            label={`${file.name}, ${formatSize(file.size)}`}
          />
        ),
      )}
    </Box>
  )
}

export interface RecordFilesDialogProps {
  onAttach: (files: readonly FileRecord[]) => void
  onClose: () => void
}

/** Selects files of the portal: first the record, then its files. */
export function RecordFilesDialog({ onAttach, onClose }: RecordFilesDialogProps) {
  const titleId = useId()
  const [hit, setHit] = useState<SearchHit | null>(null)
  const [chosen, setChosen] = useState<readonly FileRecord[]>([])
  const toggle = (file: FileRecord) =>
    setChosen((before) =>
      before.some(({ pid }) => pid === file.pid)
        ? before.filter(({ pid }) => pid !== file.pid)
        : [...before, file],
    )
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {hit === null ? t('recordFilesTitle') : t('filesOf', { record: hit.title })}
      </DialogTitle>
      <DialogContent sx={{ paddingTop: '8px !important' }}>
        {hit === null ? (
          <RecordSearch
            label={t('findRecord')}
            placeholder={t('findRecordHint')}
            nothing={t('noRecords')}
            collections={withFiles}
            onChoose={setHit}
          />
        ) : (
          <FileChooser hit={hit} chosen={chosen} onToggle={toggle} />
        )}
      </DialogContent>
      <DialogActions>
        {hit !== null && (
          <Button
            onClick={() => {
              setHit(null)
              setChosen([])
            }}
            sx={{ marginInlineEnd: 'auto' }}
          >
            {t('otherRecord')}
          </Button>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          disabled={chosen.length === 0}
          onClick={() => {
            onAttach(chosen)
            onClose()
          }}
        >
          {chosen.length === 0 ? t('attach') : t('attachCount', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
