import { mailFolderIds } from '@portal/contract'
import type { MailFolder, MailFolderId } from '@portal/contract'
import { Icon, formatNumber } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useId } from 'react'
import { folderName } from '../../folder-name.ts'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { folderIcons } from './mail-icons.ts'
import { foldersQuery } from './mailbox.queries.ts'

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  height: 36,
  paddingInline: 3,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '& > svg': { color: 'text.secondary' },
  '&:hover': { backgroundColor: 'portal.hovered' },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current]': {
    backgroundColor: 'portal.primarySoft.main',
    color: 'portal.primarySoft.text',
    fontWeight: 550,
    '& > svg': { color: 'inherit' },
  },
}

/** The eight folders. The unread count describes a link and is not part of its name (contract.md 9). */
export function FolderList({ address, onChoose }: { address: MailAddressBar; onChoose?: () => void }) {
  const { data } = useQuery(foldersQuery(address.mailbox))
  const idPrefix = useId()
  return (
    <Box component="nav" aria-label={t('folders')}>
      <Box component="ul" role="list" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {mailFolderIds.map((folder) => {
          const { count, words } = countOf(
            folder,
            data?.folders.find(({ id }) => id === folder),
          )
          const countId = `${idPrefix}${folder}`
          return (
            <Box component="li" key={folder} sx={{ position: 'relative' }}>
              <Box
                component={Link}
                to={mailPath({
                  folder,
                  id: null,
                  q: '',
                  inFolder: false,
                  mailbox: address.mailbox,
                  draft: address.draft,
                })}
                aria-current={folder === address.folder ? 'page' : undefined}
                aria-describedby={count > 0 ? countId : undefined}
                onClick={onChoose}
                sx={{ ...linkStyle, paddingInlineEnd: count > 0 ? 10 : 2 }}
              >
                <Icon path={folderIcons[folder]} />
                <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  {folderName(folder)}
                </Box>
              </Box>
              {count > 0 && (
                <FolderCount id={countId} count={count} words={words} isCurrent={folder === address.folder} />
              )}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/**
 * The count of a folder that needs attention: unread messages, or all messages where they wait to be sent.
 */
function countOf(folder: MailFolderId, counts: MailFolder | undefined): { count: number; words: string } {
  if (folder === 'drafts' || folder === 'outbox') {
    const count = counts?.totalCount ?? 0
    return { count, words: t(folder === 'drafts' ? 'draftCount' : 'outboxCount', { count }) }
  }
  const count = counts?.unreadCount ?? 0
  return { count, words: t('unreadCount', { count }) }
}

interface FolderCountProps {
  id: string
  count: number
  words: string
  isCurrent: boolean
}

/** Shown at the end of its link; announced as `3 unread`. */
function FolderCount({ id, count, words, isCurrent }: FolderCountProps) {
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        insetBlock: 0,
        insetInlineEnd: 12,
        display: 'flex',
        alignItems: 'center',
        pointerEvents: 'none',
        fontWeight: 600,
        typography: 'caption',
        color: isCurrent ? 'portal.primarySoft.text' : 'text.secondary',
      }}
    >
      <span aria-hidden>{formatNumber(count)}</span>
      <span id={id} hidden>
        {words}
      </span>
    </Box>
  )
}
