import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ShownListUpdates } from './list-updates.ts'
import { t } from '../texts.ts'

/**
 * Beside the count: how many records were added or removed since the page was loaded, and a button to show
 * them. They are not inserted automatically, since that would move the rows the user is looking at.
 */
export function ListUpdatesBar({
  news,
  onRefresh,
}: {
  news: ShownListUpdates | null
  onRefresh: () => void
}) {
  const parts =
    news === null
      ? []
      : [
          news.came > 0 && t('came', { count: news.came }),
          news.left.size > 0 && t('left', { count: news.left.size }),
        ]
  const words = parts.filter((part) => part !== false).join(', ')
  return (
    <Box aria-live="polite" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 20 }}>
      {words !== '' && (
        <>
          <Box
            component="span"
            sx={{
              color: 'portal.primarySoft.text',
              backgroundColor: 'portal.primarySoft.main',
              borderRadius: 1,
              paddingInline: 1.5,
            }}
          >
            {words}
          </Box>
          <Button size="small" aria-description={words} onClick={onRefresh}>
            {t('refresh')}
          </Button>
        </>
      )}
    </Box>
  )
}
