import {
  mdiArchiveOutline,
  mdiDownloadOutline,
  mdiEmailMarkAsUnread,
  mdiEmailOpenOutline,
  mdiFlag,
  mdiFlagOutline,
  mdiInboxArrowDownOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { MailMessage } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Button, IconButton, Stack, Tooltip } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { rawUrl } from './mailbox.queries.ts'
import type { MailActions } from './use-mail-actions.ts'

/** What can be done with the open message. */
export function MessageActions({ message, mailbox, actions }: { message: MailMessage; mailbox: string | null; actions: MailActions }) {
  const isFiled = message.folder === 'archive' || message.folder === 'deleteditems' || message.folder === 'junkemail'
  return (
    <Stack direction="row" role="group" aria-label={t('actions')} sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Button startIcon={<Icon path={message.flag ? mdiFlag : mdiFlagOutline} />} onClick={() => actions.flag(message)}>
        {t(message.flag ? 'removeFlag' : 'flag')}
      </Button>
      <Button
        startIcon={<Icon path={message.isRead ? mdiEmailMarkAsUnread : mdiEmailOpenOutline} />}
        onClick={() => actions.setRead(message, !message.isRead)}
      >
        {t(message.isRead ? 'markUnread' : 'markRead')}
      </Button>
      {isFiled && (
        <Button startIcon={<Icon path={mdiInboxArrowDownOutline} />} onClick={() => actions.move(message, 'inbox')}>
          {t('moveToInbox')}
        </Button>
      )}
      {message.folder !== 'archive' && (
        <Button startIcon={<Icon path={mdiArchiveOutline} />} onClick={() => actions.move(message, 'archive')}>
          {t('archive')}
        </Button>
      )}
      <Button startIcon={<Icon path={mdiTrashCanOutline} />} onClick={() => actions.remove(message)}>
        {t('delete')}
      </Button>
      <Tooltip title={t('download')}>
        <IconButton component="a" href={rawUrl(mailbox, message.id)} download aria-label={t('download')}>
          <Icon path={mdiDownloadOutline} />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
