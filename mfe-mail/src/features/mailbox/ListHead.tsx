import type { MailMessageSummary } from '@portal/contract'
import { Box } from '@portal/shared-ui/mui'
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
}

/** Above the list: how many messages it has, or what can be done with the selected ones. */
export function ListHead({ address, pages, selection, selected, actions }: ListHeadProps) {
  if (selected.length > 0) {
    return (
      <SelectionBar
        folder={address.folder}
        selected={selected}
        loaded={pages.loaded.length}
        actions={actions}
        onSelectAll={() => selection.set(pages.loaded.map(([, message]) => message.id))}
        onClear={selection.clear}
      />
    )
  }
  const { count } = pages
  const words = address.q === '' ? 'messageCount' : 'foundCount'
  return (
    <Box
      role="status"
      sx={{
        paddingInline: 3,
        paddingBottom: 1,
        minHeight: 24,
        borderBottom: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        typography: 'caption',
      }}
    >
      {count !== undefined && !pages.isOld && t(words, { count })}
    </Box>
  )
}
