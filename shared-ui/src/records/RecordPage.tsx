import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
import { columnsIn, configurationAtom } from '../portal/configuration.ts'
import { actorAtom } from '../session/session.ts'
import { shownColumns } from './columns.ts'
import { RecordDrawer } from './drawer/RecordDrawer.tsx'
import type { RecordPageProps } from './record-page-props.ts'
import { listQuery } from './record-queries.ts'
import type { ListState } from './record-queries.ts'
import { SearchBox } from './SearchBox.tsx'
import { RecordTable } from './table/RecordTable.tsx'
import { TableFooter } from './table/TableFooter.tsx'
import { useTableState } from './table-state.ts'
import { t } from './texts.ts'
import { useNeighbours } from './use-neighbours.ts'

/** The page of a collection: what it holds, page by page, and the record that is open. Its whole state is in the address. */
export default function RecordPage({ collection, label, path, address = 'path', scope }: RecordPageProps) {
  const table = useTableState(path, address)
  const actor = useAtomValue(actorAtom)
  const configuration = useAtomValue(configurationAtom)
  const state: ListState = { page: table.page, searchToken: table.searchToken, ...(scope && { scope }) }
  const list = useQuery({ ...listQuery(collection, state), placeholderData: keepPreviousData })
  const neighbours = useNeighbours(collection, state, list.isPlaceholderData ? undefined : list.data, table.open, table.openRecord)

  const lastPage = list.data === undefined || list.isPlaceholderData ? null : Math.max(1, Math.ceil(list.data.metadata.count / collection.pageSize))
  const isPastEnd = lastPage !== null && state.page > lastPage
  useEffect(() => {
    if (isPastEnd) table.clampPage(lastPage)
    // eslint-disable-next-line react/exhaustive-deps -- the address is corrected once per answer, not once per drawing
  }, [isPastEnd, lastPage])

  if (actor === null) return null
  const columns = shownColumns(collection, columnsIn(configuration, collection.name), actor)
  const count = list.data?.metadata.count
  const body = () => {
    if (list.isError) return <ErrorPanel error={list.error} title={t('listFailed')} onRetry={() => void list.refetch()} />
    if (list.data === undefined) return <SkeletonTable widths={columns.map(({ width }) => width)} />
    if (list.data.metadata.count === 0) return <NoRecords noun={collection.noun} token={state.searchToken} onClear={() => table.setSearch('')} />
    return (
      <>
        <RecordTable
          label={label}
          columns={columns}
          records={list.data.records}
          isStale={list.isPlaceholderData}
          open={table.open}
          onOpen={(pid) => table.openRecord(pid)}
        />
        <TableFooter page={state.page} pageSize={collection.pageSize} count={list.data.metadata.count} onPage={table.setPage} />
      </>
    )
  }
  return (
    <Box
      sx={{
        display: 'flex',
        height: '100%',
        minHeight: 0,
        flex: 1,
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
        <Box
          sx={{
            display: 'flex',
            gap: 4,
            alignItems: 'center',
            flexWrap: 'wrap',
            paddingInline: 4,
            paddingBlock: 2,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <SearchBox token={state.searchToken} onSearch={table.setSearch} />
          <Box role="status" sx={{ color: 'text.secondary', marginLeft: 'auto' }}>
            {count === undefined ? (list.isPending ? t('loading') : '') : t('count', { count })}
          </Box>
        </Box>
        {body()}
      </Box>
      {table.open !== null && (
        <RecordDrawer
          declaration={collection}
          pid={table.open}
          actor={actor}
          tab={table.tab}
          onTab={table.setTab}
          onClose={table.closeRecord}
          onPrevious={neighbours.previous}
          onNext={neighbours.next}
        />
      )}
    </Box>
  )
}

function NoRecords({ noun, token, onClear }: { noun: string; token: string; onClear: () => void }) {
  if (token === '') return <EmptyState title={t('nothingYet', { noun })} />
  return (
    <EmptyState title={t('nothingFound', { token })} text={t('nothingFoundHint')}>
      <Button variant="outlined" onClick={onClear}>
        {t('clearSearch')}
      </Button>
    </EmptyState>
  )
}
