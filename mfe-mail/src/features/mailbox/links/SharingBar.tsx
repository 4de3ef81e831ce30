import type { MailMessage } from '@portal/contract'
import { Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'

/**
 * Says what others see of a message in the viewer's own mailbox at its linked records, and changes that with
 * one click.
 */
export function SharingBar({
  message,
  onShare,
}: {
  message: MailMessage
  onShare: (isShared: boolean) => void
}) {
  const { isShared } = message
  if (isShared === undefined) return null
  return (
    <Box
      role="group"
      aria-label={t('sharing')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        paddingInline: 4,
        paddingTop: 1,
        color: 'text.secondary',
      }}
    >
      <span>{t(isShared ? 'isShared' : 'isNotShared')}</span>
      <Button size="small" onClick={() => onShare(!isShared)}>
        {t(isShared ? 'stopSharing' : 'share')}
      </Button>
    </Box>
  )
}
