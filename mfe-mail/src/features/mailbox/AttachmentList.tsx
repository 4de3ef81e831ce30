import { mdiPaperclip } from '@mdi/js'
import type { MailMessage } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { sizeInWords } from './mail-words.ts'
import { attachmentUrl } from './mailbox.queries.ts'

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  maxWidth: 280,
  height: 36,
  paddingInline: 3,
  border: 1,
  borderColor: 'portal.edge',
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { backgroundColor: 'portal.hovered' },
  '& > svg': { color: 'text.secondary' },
} as const

/** What came with the message, each a download under its own name. */
export function AttachmentList({ message, mailbox }: { message: MailMessage; mailbox: string | null }) {
  if (message.attachments.length === 0) return null
  return (
    <Box
      component="ul"
      role="list"
      aria-label={t('attachments')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', margin: 0, paddingInline: 4, paddingBlock: 2 }}
    >
      {message.attachments.map(({ id, name, size }) => (
        <li key={id}>
          <Box component="a" href={attachmentUrl(mailbox, message.id, id)} download={name} title={name} sx={linkStyle}>
            <Icon path={mdiPaperclip} size={16} />
            <Box component="bdi" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {name}
            </Box>
            <Box component="span" sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {sizeInWords(size)}
            </Box>
          </Box>
        </li>
      ))}
    </Box>
  )
}
