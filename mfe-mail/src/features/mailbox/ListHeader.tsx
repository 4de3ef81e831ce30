import { mdiForumOutline } from '@mdi/js'
import type { MailMessageSummary } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, IconButton, MuiLink, Tooltip } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useAtom } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { folderName } from '../../folder-name.ts'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { byConversationAtom } from './grouping.state.ts'
import { isGrouped } from './mailbox.queries.ts'
import type { ListPlace } from './mailbox.queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { MailActions } from './use-mail-actions.ts'
import type { MessagePages } from './use-message-pages.ts'
import type { Selection } from './use-selection.ts'

export interface ListHeaderProps {
  address: MailAddressBar
  place: ListPlace
  pages: MessagePages
  selection: Selection
  selected: readonly MailMessageSummary[]
  actions: MailActions
  /** Starts a task from the message with that id. */
  onTask: (id: string) => void
  /** Folders and search. */
  children: ReactNode
}

/** The number of listed messages, and the scope of a search. */
function countWords(place: ListPlace, count: number): string {
  const { q, inFolder, folder } = place
  if (q === '') return t(isGrouped(place) ? 'conversationCount' : 'messageCount', { count })
  return inFolder
    ? t('foundInFolder', { count, folder: folderName(folder) })
    : t('foundEverywhere', { count })
}

/** Switches between a list by conversation and by message. */
function GroupingButton() {
  const [byConversation, setByConversation] = useAtom(byConversationAtom)
  return (
    <Tooltip title={t('byConversation')}>
      <IconButton
        size="small"
        aria-label={t('byConversation')}
        aria-pressed={byConversation}
        onClick={() => setByConversation(!byConversation)}
        sx={{
          padding: 0.5,
          '&[aria-pressed=true]': {
            backgroundColor: 'portal.primarySoft.main',
            color: 'portal.primarySoft.text',
          },
        }}
      >
        <Icon path={mdiForumOutline} size={16} />
      </IconButton>
    </Tooltip>
  )
}

/** Limits a search to the folder it was started in, or extends it to all folders. */
function ScopeLink({ address }: { address: MailAddressBar }) {
  const { inFolder, folder } = address
  return (
    <MuiLink
      component={Link}
      to={mailPath({ ...address, inFolder: !inFolder })}
      replace
      sx={{ flex: 'none' }}
    >
      {inFolder ? t('searchEverywhere') : t('searchOnlyIn', { folder: folderName(folder) })}
    </MuiLink>
  )
}

/**
 * Above the list: folders, search and message count. The actions for selected messages replace them, so that
 * no row moves.
 */
export function ListHeader({
  address,
  place,
  pages,
  selection,
  selected,
  actions,
  onTask,
  children,
}: ListHeaderProps) {
  const { count } = pages
  const isSelecting = selected.length > 0
  return (
    <Box sx={{ position: 'relative', borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ visibility: isSelecting ? 'hidden' : 'visible' }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, padding: 2 }}>{children}</Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 2,
            paddingInline: 3,
            paddingBottom: 1,
            minHeight: 28,
            color: 'text.secondary',
            typography: 'caption',
          }}
        >
          <span role="status">{count !== undefined && !pages.isOld && countWords(place, count)}</span>
          {place.q === '' ? <GroupingButton /> : <ScopeLink address={address} />}
        </Box>
      </Box>
      {isSelecting && (
        <SelectionBar
          selected={selected}
          loaded={pages.loaded.length}
          actions={actions}
          onTask={onTask}
          onSelectAll={() => selection.set(pages.loaded.map(([, message]) => message.id))}
          onClear={selection.clear}
        />
      )}
    </Box>
  )
}
