import { RecordLink, formatNumber } from '@portal/shared-ui'
import { Box, Skeleton, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../../texts.ts'
import { foldersQuery } from '../mailbox.queries.ts'

/** How many messages in the viewer's inbox are unread, as a link to it. */
export function UnreadTile() {
  const { data, isError } = useQuery(foldersQuery(null))
  const inbox = data?.folders.find(({ id }) => id === 'inbox')
  if (inbox === undefined)
    return isError ? (
      <Typography color="text.secondary">{t('unreadFailed')}</Typography>
    ) : (
      <Skeleton animation={false} width={48} height={40} />
    )
  return (
    <>
      <RecordLink collection="mail" pid="inbox" path="/mail">
        <Box
          component="span"
          sx={{
            color: 'text.primary',
            fontSize: { xs: '1.375rem', sm: '1.75rem' },
            lineHeight: '40px',
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {formatNumber(inbox.unreadCount)}
        </Box>
      </RecordLink>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        {t('inInbox', { count: inbox.totalCount })}
      </Typography>
    </>
  )
}
