import { QueryResult } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { AffectedList } from './AffectedList.tsx'
import { affectedQuery } from './move.queries.ts'
import { t } from './texts.ts'

interface DraftPermitsProps {
  version: number
  /** A scheduled publication instead of the draft. */
  scheduled?: number
}

function Loaded({ version, scheduled }: DraftPermitsProps) {
  const [page, setPage] = useState(1)
  const target =
    scheduled === undefined ? ({ to: 'draft' } as const) : ({ to: 'scheduled', id: scheduled } as const)
  const query = useQuery(affectedQuery({ ...target, page, version }))
  return (
    <QueryResult query={query} loading={t('permitsLoading')} failed={t('permitsFailed')}>
      {(data) => (
        <AffectedList data={data} isFetching={query.isPlaceholderData} page={page} onPage={setPage} />
      )}
    </QueryResult>
  )
}

/** The open permits that would change, read when they are asked for. */
export function DraftPermits(props: DraftPermitsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box component="details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        {t('showPermits')}
      </Box>
      <Box sx={{ paddingTop: 2 }}>{isOpen && <Loaded {...props} />}</Box>
    </Box>
  )
}
