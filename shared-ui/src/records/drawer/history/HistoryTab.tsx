import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Declaration, HistoryEntry } from '@portal/contract'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { Select } from '../../../inputs/Select.tsx'
import { labelOf } from '../../declaration/label-of.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { historyQuery } from '../related/related-queries.ts'
import { AsOfField } from './AsOfField.tsx'
import { HistoryItem } from './HistoryItem.tsx'
import { RecordAsOf } from './RecordAsOf.tsx'
import { t } from '../texts.ts'
import { useReportCount } from '../tabs/use-report-count.ts'

export interface HistoryTabProps {
  declaration: Declaration
  pid: string
  form: RecordForm
  onCount: (count: number) => void
}

const fieldLabelOf = (declaration: Declaration, field: string) =>
  field === 'note' ? t('note') : labelOf(declaration, field)
const authorOf = ({ by }: HistoryEntry) => by?.title ?? t('system')

/**
 * The history of a record, in sentences, newest first. A previous value can be put back into an editable
 * field.
 */
export function HistoryTab({ declaration, pid, form, onCount }: HistoryTabProps) {
  const history = useInfiniteQuery(historyQuery(declaration, pid))
  const [field, setField] = useState('')
  const [person, setPerson] = useState('')
  const [asOf, setAsOf] = useState<string | null>(null)
  useReportCount(history.data?.pages[0]?.metadata.count, onCount)
  if (asOf !== null)
    return (
      <RecordAsOf
        declaration={declaration}
        pid={pid}
        actor={form.actor}
        asOf={asOf}
        onLeave={() => setAsOf(null)}
      />
    )
  if (history.isError && history.data === undefined)
    return (
      <ErrorPanel error={history.error} title={t('historyFailed')} onRetry={() => void history.refetch()} />
    )
  if (history.data === undefined)
    return <Box sx={{ paddingBlock: 4, color: 'text.secondary' }}>{t('loading')}</Box>

  const entries = history.data.pages.flatMap(({ changes }) => changes)
  const fields = [...new Set(entries.flatMap(({ changes }) => changes.map((change) => change.field)))]
  const people = [...new Set(entries.map(authorOf))]
  const shown = entries.filter(
    (entry) =>
      (field === '' || entry.changes.some((change) => change.field === field)) &&
      (person === '' || authorOf(entry) === person),
  )
  return (
    <Box sx={{ paddingBlock: 4 }}>
      <AsOfField onShow={setAsOf} />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3, paddingBottom: 4 }}>
        <Select<string>
          native
          size="small"
          value={field}
          onChange={(event) => setField(event.target.value)}
          inputProps={{ 'aria-label': t('filterField') }}
        >
          <option value="">{t('anyField')}</option>
          {fields.map((name) => (
            <option key={name} value={name}>
              {fieldLabelOf(declaration, name)}
            </option>
          ))}
        </Select>
        <Select<string>
          native
          size="small"
          value={person}
          onChange={(event) => setPerson(event.target.value)}
          inputProps={{ 'aria-label': t('filterPerson') }}
        >
          <option value="">{t('anybody')}</option>
          {people.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Box>
      {entries.length === 0 && t('noHistory')}
      {entries.length > 0 && shown.length === 0 && t('noHistoryMatch')}
      <Box
        component="ol"
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: 4 }}
      >
        {shown.map((entry, index) => (
          <HistoryItem
            key={`${entry.at} ${index}`}
            declaration={declaration}
            entry={entry}
            only={field}
            form={form}
            onShowAsOf={setAsOf}
          />
        ))}
      </Box>
      {history.hasNextPage && (
        <Button
          variant="outlined"
          sx={{ marginTop: 4 }}
          aria-busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('showEarlier')}
        </Button>
      )}
    </Box>
  )
}
