import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { formatNumber } from '../../format/numbers.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronLeft, mdiChevronRight } from '../../icons/paths.ts'
import { t } from '../texts.ts'
import { pageNumbers } from './page-numbers.ts'
import { SelectionBar } from './SelectionBar.tsx'

export interface TableFooterProps {
  page: number
  pageSize: number
  /** Lines on all pages: records, and group headers where there are groups. */
  count: number
  /** Records on all pages. */
  total: number
  isGrouped?: boolean
  onPage: (page: number) => void
}

/** Below the rows, never over them: which records these are, and the way to the others. */
export function TableFooter({ page, pageSize, count, total, isGrouped = false, onPage }: TableFooterProps) {
  const last = Math.max(1, Math.ceil(count / pageSize))
  const from = (page - 1) * pageSize + 1
  const range =
    count === 0
      ? t('rangeEmpty')
      : t(isGrouped ? 'rangeLines' : 'range', {
          from: formatNumber(from),
          to: formatNumber(Math.min(count, page * pageSize)),
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
      <SelectionBar total={total} />
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {range}
      </Box>
      <Box component="nav" aria-label={t('pages')} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
        {pageNumbers(page, last).map((number, place) =>
          number === null ? (
            <span key={`gap ${place}`}>…</span>
          ) : (
            <Button
              key={number}
              aria-label={t('page', { page: formatNumber(number) })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
              sx={number === page ? { backgroundColor: 'portal.primarySoft.main', color: 'portal.primarySoft.text' } : { color: 'text.primary' }}
            >
              {formatNumber(number)}
            </Button>
          ),
        )}
        <IconButton aria-label={t('nextPage')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <Icon path={mdiChevronRight} />
        </IconButton>
      </Box>
    </Box>
  )
}
