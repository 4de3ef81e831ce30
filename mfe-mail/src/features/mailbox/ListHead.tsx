import type { MailMessageSummary } from '@portal/contract'
import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { MailActions } from './use-mail-actions.ts'
import type { MessagePages } from './use-message-pages.ts'
import type { Selection } from './use-selection.ts'

export interface ListHeadProps {
  address: MailAddressBar
  pages: MessagePages
  selection: Selection
  selected: readonly MailMessageSummary[]
  actions: MailActions
  /** Folders and search. */
  children: ReactNode
}

/** Above the list: folders, search and how many messages there are. What can be done with selected ones takes their place, so that no line moves. */
export function ListHead({ address, pages, selection, selected, actions, children }: ListHeadProps) {
  const { count } = pages
  const words = address.q === '' ? 'messageCount' : 'foundCount'
  const isSelecting = selected.length > 0
  return (
    <Box sx={{ position: 'relative', borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ visibility: isSelecting ? 'hidden' : 'visible' }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, padding: 2 }}>{children}</Box>
        <Box role="status" sx={{ paddingInline: 3, paddingBottom: 1, minHeight: 24, color: 'text.secondary', typography: 'caption' }}>
          {count !== undefined && !pages.isOld && t(words, { count })}
        </Box>
      </Box>
      {isSelecting && (
        <SelectionBar
          folder={address.folder}
          selected={selected}
          loaded={pages.loaded.length}
          actions={actions}
          onSelectAll={() => selection.set(pages.loaded.map(([, message]) => message.id))}
          onClear={selection.clear}
        />
      )}
    </Box>
  )
}
