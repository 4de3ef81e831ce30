import Box from '@mui/material/Box'
import { useRecordPage } from '../../page/record-page-context.ts'
import { t } from '../../texts.ts'

/** What a menu's change came to, announced: the page behind an open menu is silent. */
export function MenuCount() {
  const { count } = useRecordPage()
  return (
    <Box role="status" sx={{ color: 'text.secondary', marginInlineEnd: 'auto', alignSelf: 'center' }}>
      {count === undefined ? '' : count === null ? t('counting') : t('count', { count })}
    </Box>
  )
}
