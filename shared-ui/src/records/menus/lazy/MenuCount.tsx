import Box from '@mui/material/Box'
import { useRecordPage } from '../../record-page-context.ts'
import { t } from '../../texts.ts'

/**
 * Announces the record count after a change in a menu, since screen readers ignore the page behind an open
 * menu.
 */
export function MenuCount() {
  const { count } = useRecordPage()
  return (
    <Box role="status" sx={{ color: 'text.secondary', marginInlineEnd: 'auto', alignSelf: 'center' }}>
      {count === undefined ? '' : t('count', { count })}
    </Box>
  )
}
