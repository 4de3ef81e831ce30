import { pluralOf, screenLanguage } from '@portal/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { reportRows } from '../../feedback/idle-code.ts'
import { EmptyState } from '../../feedback/EmptyState.tsx'
import { ErrorPanel } from '../../feedback/ErrorPanel.tsx'
import { Notice } from '../../feedback/Notice.tsx'
import { SkeletonTable } from '../../feedback/SkeletonTable.tsx'
import { labelOf } from '../declaration/label-of.ts'
import { t as tEdit } from '../edit/texts.ts'
import { NewRecordButton } from '../edit/new/NewRecordButton.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { noView } from '../page/table-state.ts'
import { t } from '../texts.ts'
import type { TableContent } from '../page/table-resolver.ts'
import { MissingView } from './MissingView.lazy.ts'
import { RecordTable } from './RecordTable.tsx'
import { TableFooter } from './TableFooter.tsx'

export interface TableBodyProps {
  content: TableContent
  onRetry: () => void
}

/** The records, or why there are none: loading, nothing yet, no match, a failure; each with the way on. */
export function TableBody({ content, onRetry }: TableBodyProps) {
  const { collection, table, tableColumns, openMenu } = useRecordPage()
  const { noun } = collection
  const isLoading = content.kind === 'loading'
  useEffect(() => {
    if (!isLoading) reportRows()
  }, [isLoading])
  switch (content.kind) {
    case 'unreadable-filter':
      return (
        <Notice role="alert" title={t('unreadableFilter')} text={t('unreadableFilterHint')}>
          <ClearFilters />
        </Notice>
      )
    case 'removed-option':
      return (
        <Notice
          role="alert"
          title={t('goneFilter')}
          text={t('goneFilterHint', { field: labelOf(collection, content.field) })}
        >
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'center' }}>
            <Button variant="contained" onClick={() => openMenu('filter', content.index)}>
              {t('changeFilter')}
            </Button>
            <ClearFilters />
          </Box>
        </Notice>
      )
    case 'refused':
      return (
        <Notice role="alert" title={t('refusedAddress')} text={t('refusedAddressHint')}>
          <Button variant="contained" onClick={() => table.setView(noView)}>
            {t('showAll')}
          </Button>
        </Notice>
      )
    case 'failed':
      return <ErrorPanel error={content.error} title={t('listFailed')} onRetry={onRetry} />
    case 'loading':
      return <SkeletonTable widths={tableColumns.map(({ width }) => width)} />
    case 'no-match':
      return (
        <EmptyState title={t('noMatch', { noun })} text={t('noMatchHint')}>
          <ClearFilters />
        </EmptyState>
      )
    case 'no-records':
      return (
        <EmptyState title={t('nothingYet', { nouns: screenLanguage() === 'en' ? pluralOf(noun) : noun })}>
          <NewRecordButton label={tEdit('newRecord', { noun })} />
        </EmptyState>
      )
    case 'nothing-found':
      return (
        <EmptyState title={t('nothingFound', { token: content.searchToken })} text={t('nothingFoundHint')}>
          <Button variant="outlined" onClick={() => table.setSearch('')}>
            {t('clearSearch')}
          </Button>
        </EmptyState>
      )
    case 'rows':
      return <Rows {...content} />
  }
}

function Rows({ page, isStale, isViewGone }: Extract<TableContent, { kind: 'rows' }>) {
  const { table, tableColumns, remember } = useRecordPage()
  const setWidth = (column: string, px: number) => {
    const widths = Object.fromEntries(tableColumns.map(({ name, width }) => [name, width]))
    remember({ widths: { ...widths, [column]: px } })
  }
  return (
    <>
      {isViewGone && <MissingView />}
      <RecordTable page={page} isStale={isStale} onWidth={setWidth} />
      <TableFooter number={table.page} page={page} isGrouped={table.grouping.active} onPage={table.setPage} />
    </>
  )
}

function ClearFilters() {
  const { table } = useRecordPage()
  return (
    <Button variant="outlined" onClick={table.clearFilters}>
      {t('clearFilters')}
    </Button>
  )
}
