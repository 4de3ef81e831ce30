import { mdiContentSaveOutline, mdiPaperclip, mdiShieldAlertOutline } from '@mdi/js'
import type { MailAttachment, MailMessage } from '@portal/contract'
import { Icon, formatSize } from '@portal/shared-ui'
import { Box, IconButton, Menu, MenuItem, Tooltip } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { attachmentUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { ChipList, ChipNote, chip, oneLine } from '../../parts/chips.tsx'
import { t } from '../../texts.ts'
import type { LinkedRecord } from './links/links.queries.ts'

const itemStyle = { ...chip, height: 36, '&:hover': { backgroundColor: 'portal.hovered' } } as const
const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minWidth: 0,
  maxWidth: 280,
  paddingInlineStart: 3,
  paddingInlineEnd: 2,
  color: 'text.primary',
  textDecoration: 'none',
  '& > svg': { color: 'text.secondary', flex: 'none' },
} as const

interface SaveMenuProps {
  attachment: MailAttachment
  records: readonly LinkedRecord[]
  onSave: (record: LinkedRecord) => void
  /** The message is not linked to a record yet. */
  onLink: () => void
}

/** Saves an attachment to the files of a record the message is linked to. */
function SaveMenu({ attachment, records, onSave, onLink }: SaveMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('saveTo', { name: attachment.name })
  const then = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiContentSaveOutline} size={16} />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {records.map((record) => (
          <MenuItem key={`${record.collection} ${record.pid}`} onClick={then(() => onSave(record))}>
            {t('saveToRecord', { title: record.title })}
          </MenuItem>
        ))}
        {records.length === 0 && <MenuItem onClick={then(onLink)}>{t('saveToOther')}</MenuItem>}
      </Menu>
    </>
  )
}

/** An infected attachment: its name and the reason why it cannot be downloaded. */
function Blocked({ name }: { name: string }) {
  return (
    <Box
      component="li"
      title={t('attachmentBlockedHint', { name })}
      sx={{ ...itemStyle, gap: 2, paddingInline: 3, borderColor: 'error.main' }}
    >
      <Icon path={mdiShieldAlertOutline} size={16} />
      <Box component="bdi" sx={{ ...oneLine, maxWidth: 280 }}>
        {name}
      </Box>
      <ChipNote isError>{t('attachmentBlocked')}</ChipNote>
    </Box>
  )
}

export interface AttachmentListProps {
  message: MailMessage
  mailbox: Mailbox
  onSave: (attachment: MailAttachment, record: LinkedRecord) => void
  onLink: () => void
}

/**
 * The attachments of a message. Each can be downloaded under its own name or saved to a record; the portal
 * opens none of them.
 */
export function AttachmentList({ message, mailbox, onSave, onLink }: AttachmentListProps) {
  if (message.attachments.length === 0) return null
  return (
    <ChipList label={t('attachments')}>
      {message.attachments.map((attachment) => {
        const { id, name, size, scanned } = attachment
        if (scanned === 'infected') return <Blocked key={id} name={name} />
        return (
          <Box component="li" key={id} sx={itemStyle}>
            <Box
              component="a"
              href={attachmentUrl(mailbox, message.id, id)}
              download={name}
              title={name}
              sx={linkStyle}
            >
              <Icon path={mdiPaperclip} size={16} />
              <Box component="bdi" sx={oneLine}>
                {name}
              </Box>
              <ChipNote>{formatSize(size)}</ChipNote>
            </Box>
            {scanned === 'not scanned' && (
              <ChipNote title={t('attachmentNotScannedHint', { name })}>{t('attachmentNotScanned')}</ChipNote>
            )}
            <SaveMenu
              attachment={attachment}
              records={message.links ?? []}
              onSave={(record) => onSave(attachment, record)}
              onLink={onLink}
            />
          </Box>
        )
      })}
    </ChipList>
  )
}
