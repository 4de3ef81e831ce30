import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatNumber } from '../../format/numbers.ts'
import { useShell } from '../../portal/shell-api.ts'
import { BulkActions } from '../../slots/BulkActions.lazy.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { useSelection } from '../page/selection.tsx'
import { t } from '../texts.ts'

/**
 * In the footer: how many are selected on all pages, and the way to all that match or to none. There is no
 * way to all while they are counted. Source: look.md 3.
 */
export function SelectionBar({ total }: { total: number | null }) {
  const shell = useShell()
  const { collection } = useRecordPage()
  const selection = useSelection()
  if (selection.count === 0) return null
  return (
    <Box
      role="group"
      aria-label={t('selection')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, marginInlineEnd: 'auto' }}
    >
      <span aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
        {t('selected', { count: selection.count })}
      </span>
      {!selection.isAll && total !== null && selection.count < total && (
        <Button onClick={selection.selectAll}>{t('selectAll', { total: formatNumber(total) })}</Button>
      )}
      <Button onClick={selection.clear}>{t('clearSelection')}</Button>
      {shell.panels('bulk.action', collection.name).length > 0 && <BulkActions />}
    </Box>
  )
}
