import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { maxRows } from './panel-rows.ts'
import { t } from '../texts.ts'
import type { SkippedFile } from '../upload-state.ts'

/** What of a folder was not sent, and why. It stays until it is read and dismissed. */
export function SkippedList({
  skipped,
  onDismiss,
}: {
  skipped: readonly SkippedFile[]
  onDismiss: () => void
}) {
  const renamed = skipped.filter(({ reason }) => reason === 'renamed').length
  const parts = [
    ...(skipped.length > renamed ? [t('skipped', { count: skipped.length - renamed })] : []),
    ...(renamed > 0 ? [t('renamed', { count: renamed })] : []),
  ]
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          paddingInlineStart: 3,
          paddingInlineEnd: 1,
          minHeight: 40,
        }}
      >
        <Typography component="h2" variant="subtitle2" role="status" sx={{ flex: 1 }}>
          {parts.join(', ')}
        </Typography>
        <Button size="small" onClick={onDismiss}>
          {t('dismiss')}
        </Button>
      </Box>
      <Box
        component="ul"
        tabIndex={-1}
        sx={{
          margin: 0,
          padding: 3,
          paddingTop: 0,
          maxHeight: 'min(200px, 25vh)',
          overflowY: 'auto',
          listStyle: 'none',
        }}
      >
        {skipped.slice(0, maxRows).map(({ path, reason, name = '' }, index) => (
          <Box component="li" key={`${index} ${path}`} sx={{ paddingTop: 1 }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{path}</bdi>
            </Box>
            <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary' }}>
              {t(`reason_${reason}`, { name })}
            </Box>
          </Box>
        ))}
        {skipped.length > maxRows && (
          <Box component="li" sx={{ paddingTop: 1, color: 'text.secondary' }}>
            {t('more', { count: skipped.length - maxRows })}
          </Box>
        )}
      </Box>
    </>
  )
}
