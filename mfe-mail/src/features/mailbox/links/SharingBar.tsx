import type { MailMessage } from '@portal/contract'
import { Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'

/**
 * Says what others see of a message of one's own mailbox at the records it is linked to, and changes that in
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
