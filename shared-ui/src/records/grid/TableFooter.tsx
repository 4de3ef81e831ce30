import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { formatNumber } from '../../format/numbers.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronLeft, mdiChevronRight } from '../../icons/paths.ts'
import type { TablePage } from '../list/record-queries.ts'
import { t } from '../texts.ts'
import { pageNumbers } from './page-numbers.ts'
import { SelectionBar } from './SelectionBar.tsx'

export interface TableFooterProps {
  /** Number of the page, and what it holds. */
  number: number
  page: TablePage
  isGrouped: boolean
  onPage: (page: number) => void
}

/** Below the rows, never over them: which records these are, and the way to the others. */
export function TableFooter({ number, page, isGrouped, onPage }: TableFooterProps) {
  const last = page.pages
  const count = isGrouped ? page.lineCount : page.count
  const from = (number - 1) * page.pageSize + 1
  const range =
    page.lines.length === 0
      ? t('rangeEmpty')
      : count === null
        ? t('rangeCounting', { from: formatNumber(from), to: formatNumber(from + page.lines.length - 1) })
        : t(isGrouped ? 'rangeLines' : 'range', {
            from: formatNumber(from),
            to: formatNumber(from + page.lines.length - 1),
            count: formatNumber(count),
          })
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        columnGap: 4,
        minHeight: 44,
        paddingInline: 4,
        flex: 'none',
        borderTop: 1,
        borderColor: 'divider',
        flexWrap: 'wrap',
      }}
    >
      <SelectionBar total={page.count} />
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {range}
      </Box>
      <Box component="nav" aria-label={t('pages')} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('previousPage')} disabled={number <= 1} onClick={() => onPage(number - 1)}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
        {pageNumbers(number, last).map((pageNumber, index) =>
          pageNumber === null ? (
            <span key={`gap ${index}`}>…</span>
          ) : (
            <Button
              key={pageNumber}
              aria-label={t('page', { page: formatNumber(pageNumber) })}
              aria-current={pageNumber === number ? 'page' : undefined}
              onClick={() => onPage(pageNumber)}
              sx={
                pageNumber === number
                  ? { backgroundColor: 'portal.primarySoft.main', color: 'portal.primarySoft.text' }
                  : { color: 'text.primary' }
              }
            >
              {formatNumber(pageNumber)}
            </Button>
          ),
        )}
        <IconButton aria-label={t('nextPage')} disabled={number >= last} onClick={() => onPage(number + 1)}>
          <Icon path={mdiChevronRight} />
        </IconButton>
      </Box>
    </Box>
  )
}
