import { mdiEmailOutline } from '@mdi/js'
import { Notice } from '@portal/shared-ui'
import { Box, useMediaQuery } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useNavigate, useParams, useSearchParams } from '@portal/shared-ui/router'
import { mailPath, readAddress } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx'
import { DoneBar } from './DoneBar.tsx'
import { FolderList } from './FolderList.tsx'
import { FolderMenu } from './FolderMenu.tsx'
import { MailSearch } from './MailSearch.tsx'
import { MailboxSelect } from './MailboxSelect.tsx'
import { MessageList } from './MessageList.tsx'
import { MessageView } from './MessageView.tsx'
import { messageQuery, messagesQuery } from './mailbox.queries.ts'
import { useMailActions } from './use-mail-actions.ts'
import { useMailKeys } from './use-mail-keys.ts'

/** Panes by width: three from 1200 px, two from 800, one below (look.md section 5). */
function usePanes(): 1 | 2 | 3 {
  const fitsTwo = useMediaQuery('(min-width:800px)', { noSsr: true })
  const fitsThree = useMediaQuery('(min-width:1200px)', { noSsr: true })
  return fitsThree ? 3 : fitsTwo ? 2 : 1
}

const focusSearch = () => document.querySelector<HTMLElement>('[data-mail-search]')?.focus()

/** Goes from one message of the list to the next. */
function useNeighbours(address: MailAddressBar) {
  const { data } = useQuery(messagesQuery(address))
  const ids = data?.messages.map(({ id }) => id) ?? []
  const place = address.id === null ? -1 : ids.indexOf(address.id)
  return { next: ids[place + 1], previous: place > 0 ? ids[place - 1] : undefined }
}

/** Mail: folders, the list of one of them and the open message, all said by the address. */
export function MailboxPage() {
  const { segment } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const address = readAddress(segment, search)
  const panes = usePanes()
  const { next, previous } = useNeighbours(address)
  const { data: message } = useQuery({ ...messageQuery(address.mailbox, address.id ?? ''), enabled: address.id !== null })
  const open = (id: string | null | undefined) => void (id !== undefined && navigate(mailPath({ ...address, id })))
  const actions = useMailActions({
    mailbox: address.mailbox,
    onLeave: (id) => {
      if (id === address.id) open(panes === 1 ? null : (next ?? previous ?? null))
    },
    onReturn: (id) => open(panes === 1 ? null : id),
  })
  useMailKeys({
    j: () => open(next),
    k: () => open(previous),
    u: address.id === null ? undefined : () => open(null),
    e: message && message.folder !== 'archive' ? () => actions.move(message, 'archive') : undefined,
    '#': message && (() => actions.remove(message)),
    '/': focusSearch,
  })

  const showsMessage = address.id !== null
  return (
    <Box sx={{ position: 'relative', display: 'flex', height: '100%', minHeight: 0, backgroundColor: 'portal.surface' }}>
      {panes === 3 && (
        <Box
          sx={{
            flex: 'none',
            width: 200,
            display: 'flex',
            flexDirection: 'column',
            gap: 3,
            padding: 2,
            paddingTop: 4,
            overflowY: 'auto',
            borderRight: 1,
            borderColor: 'divider',
            backgroundColor: 'portal.page',
          }}
        >
          <MailboxSelect mailbox={address.mailbox} />
          <FolderList address={address} />
        </Box>
      )}
      <Box
        sx={{
          display: panes === 1 && showsMessage ? 'none' : 'flex',
          flexDirection: 'column',
          flex: panes === 1 ? 1 : '0 0 auto',
          width: panes === 1 ? 'auto' : 'clamp(280px, 36vw, 360px)',
          minWidth: 0,
          borderRight: panes === 1 ? 0 : 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, padding: 2 }}>
          {panes < 3 && <FolderMenu address={address} />}
          <MailSearch key={`${address.mailbox} ${address.folder}`} address={address} />
        </Box>
        <MessageList address={address} />
      </Box>
      {(panes > 1 || showsMessage) && (
        <Box sx={{ flex: 1, minWidth: 0, overflowY: 'auto' }}>
          {address.id === null ? (
            <Notice icon={mdiEmailOutline} title={t('chooseTitle')} text={t('chooseText')} heading="p" />
          ) : (
            <MessageView
              key={`${address.mailbox} ${address.id}`}
              id={address.id}
              address={address}
              actions={actions}
              isAlone={panes === 1}
              isNarrow={panes < 3}
            />
          )}
        </Box>
      )}
      <DoneBar done={actions.done} onOver={actions.forget} />
      {actions.doomed !== null && <DeleteForGoodDialog message={actions.doomed} onDelete={actions.confirm} onCancel={actions.spare} />}
    </Box>
  )
}
