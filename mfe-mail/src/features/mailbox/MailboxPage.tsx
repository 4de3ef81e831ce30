import { mdiEmailOutline, mdiPencilOutline } from '@mdi/js'
import type { MailMessage, MailMessageSummary } from '@portal/contract'
import { Icon, Notice } from '@portal/shared-ui'
import { Box, Button, useMediaQuery } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useNavigate } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { UndoApi } from '../../undo/use-undo.ts'
import { isEverywhere, mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { ConversationView } from './ConversationView.tsx'
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx'
import { FolderList } from './FolderList.tsx'
import { byConversationAtom } from './grouping.state.ts'
import { FolderMenu } from './FolderMenu.tsx'
import { LinkDialog } from './links/LinkDialog.tsx'
import { useLinkActions } from './links/use-link-actions.ts'
import { ListHeader } from './ListHeader.tsx'
import { MailSearch } from './MailSearch.tsx'
import { MailboxSelect } from './MailboxSelect.tsx'
import { MessageList } from './MessageList.tsx'
import { isGrouped, messageQuery } from './mailbox.queries.ts'
import { commonFolder } from './SelectionBar.tsx'
import { NewTaskDialog } from './tasks/NewTaskDialog.lazy.ts'
import { useNewTask } from './tasks/use-new-task.ts'
import { targetsOf, useMailActions } from './use-mail-actions.ts'
import { useMailKeys } from './use-mail-keys.ts'
import { useMessagePages } from './use-message-pages.ts'
import { useSelection } from './use-selection.ts'
import type { ComposeActions } from './compose-actions.ts'

/** Number of panes by width: three from 1200 px, two from 800, one below (look.md 5). */
export type Panes = 1 | 2 | 3

function usePanes(): Panes {
  const fitsTwo = useMediaQuery('(min-width:800px)', { noSsr: true })
  const fitsThree = useMediaQuery('(min-width:1200px)', { noSsr: true })
  return fitsThree ? 3 : fitsTwo ? 2 : 1
}

const focusSearch = () => document.querySelector<HTMLElement>('[data-mail-search]')?.focus()

/** The columns; `composerPlace` places the composer in them. */
const columns: Readonly<Record<Panes, string>> = {
  1: 'minmax(0, 1fr)',
  2: 'clamp(280px, 36vw, 360px) minmax(0, 1fr)',
  3: '200px 360px minmax(0, 1fr)',
}

export interface MailboxPageProps {
  address: MailAddressBar
  done: UndoApi
  writing: ComposeActions
  /**
   * Renders the composer for that number of panes; it is below the open message and never over it. Null when
   * nothing is written.
   */
  composer: ((panes: Panes, hasMessage: boolean) => ReactNode) | null
}

/** Mail: folders, the list of one folder and the open message, all determined by the address. */
export function MailboxPage({ address, done, writing, composer }: MailboxPageProps) {
  const navigate = useNavigate()
  const panes = usePanes()
  const listed = { ...address, byConversation: useAtomValue(byConversationAtom) }
  const pages = useMessagePages(listed)
  const place = `${address.mailbox ?? ''} ${isEverywhere(address) ? '' : address.folder} ${address.q}`
  const selection = useSelection(
    place,
    pages.loaded.map(([, message]) => message.id),
  )
  const [linking, setLinking] = useState<MailMessage | null>(null)
  const newTask = useNewTask(address.mailbox)
  const { data: message } = useQuery({
    ...messageQuery(address.mailbox, address.id ?? ''),
    enabled: address.id !== null,
  })
  const open = (id: string | null | undefined) =>
    void (id !== undefined && navigate(mailPath({ ...address, id })))
  const line = address.id === null ? -1 : pages.lineOf(address.id)
  const next = pages.at(line + 1)?.id
  const previous = line > 0 ? pages.at(line - 1)?.id : undefined
  const actions = useMailActions({
    mailbox: address.mailbox,
    done,
    onLeave: (ids) => {
      selection.set([...selection.ids].filter((id) => !ids.includes(id)))
      if (address.id !== null && ids.includes(address.id))
        open(panes === 1 || ids.length > 1 ? null : (next ?? previous ?? null))
    },
    onReturn: (id) => open(panes === 1 ? null : id),
  })
  const linkActions = useLinkActions(address.mailbox, done)
  const selected: MailMessageSummary[] = pages.loaded.flatMap(([, each]) =>
    selection.ids.has(each.id) ? [each] : [],
  )
  const targets =
    selected.length > 0
      ? selected.flatMap(targetsOf)
      : message === undefined || address.id === null
        ? []
        : [message]
  const one = address.id === null ? undefined : message
  useMailKeys({
    j: () => open(next),
    k: () => open(previous),
    u: address.id === null ? undefined : () => open(null),
    c: writing.begin,
    r: one && (() => writing.answer(one, 'reply')),
    a: one && (() => writing.answer(one, 'replyAll')),
    f: one && (() => writing.answer(one, 'forward')),
    l: one && (() => setLinking(one)),
    n: one && one.folder !== 'drafts' ? () => newTask.begin(one) : undefined,
    x: one && (() => selection.toggle(one.id, false)),
    e:
      targets.length > 0 && commonFolder(targets) !== 'archive'
        ? () => actions.move(targets, 'archive')
        : undefined,
    '#': targets.length > 0 ? () => actions.remove(targets) : undefined,
    '/': focusSearch,
    Escape: selection.ids.size > 0 ? selection.clear : undefined,
  })

  const showsMessage = address.id !== null
  const newMail = (
    <Button
      variant="contained"
      startIcon={<Icon path={mdiPencilOutline} />}
      onClick={writing.begin}
      sx={{ flex: 'none' }}
    >
      {t('writeNew')}
    </Button>
  )
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: columns[panes],
        gridTemplateRows: 'minmax(0, 1fr) auto',
        height: '100%',
        minHeight: 0,
        backgroundColor: 'portal.surface',
      }}
    >
      {panes === 3 && (
        <Box
          sx={{
            gridRow: '1 / 3',
            display: 'flex',
            flexDirection: 'column',
            gap: 3,
            padding: 2,
            paddingTop: 3,
            overflowY: 'auto',
            borderRight: 1,
            borderColor: 'divider',
            backgroundColor: 'portal.page',
          }}
        >
          {newMail}
          <MailboxSelect mailbox={address.mailbox} />
          <FolderList address={address} />
        </Box>
      )}
      <Box
        sx={{
          gridColumn: panes === 3 ? 2 : 1,
          gridRow: '1 / 3',
          display: panes === 1 && showsMessage ? 'none' : 'flex',
          flexDirection: 'column',
          minWidth: 0,
          minHeight: 0,
          borderRight: panes === 1 ? 0 : 1,
          borderColor: 'divider',
        }}
      >
        <ListHeader
          address={address}
          place={listed}
          pages={pages}
          selection={selection}
          selected={selected}
          actions={actions}
          onTask={newTask.begin}
        >
          {panes < 3 && (
            <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
              <FolderMenu address={address} />
              {newMail}
            </Box>
          )}
          <MailSearch key={`${address.mailbox} ${address.folder}`} address={address} />
        </ListHeader>
        <MessageList address={address} pages={pages} selection={selection} onTask={newTask.begin} />
      </Box>
      {(panes > 1 || showsMessage) && (
        <Box sx={{ gridColumn: panes, gridRow: 1, minWidth: 0, minHeight: 0, overflowY: 'auto' }}>
          {address.id === null ? (
            composer === null && (
              <Notice icon={mdiEmailOutline} title={t('chooseTitle')} text={t('chooseText')} heading="p" />
            )
          ) : (
            <ConversationView
              key={`${address.mailbox} ${address.id}`}
              id={address.id}
              isGrouped={isGrouped({ ...listed, q: '' })}
              conversationId={pages.at(line)?.conversationId}
              address={address}
              actions={actions}
              linkActions={linkActions}
              writing={writing}
              onLink={setLinking}
              onTask={newTask.begin}
              isAlone={panes === 1}
              isNarrow={panes < 3}
            />
          )}
        </Box>
      )}
      {composer?.(panes, showsMessage)}
      {linking !== null && (
        <LinkDialog
          message={linking}
          onLink={(record, withAttachments) => linkActions.link(linking, record, withAttachments)}
          onClose={() => setLinking(null)}
        />
      )}
      {newTask.message !== null && (
        <Suspense fallback={null}>
          <NewTaskDialog
            message={newTask.message}
            mailbox={address.mailbox}
            onMade={({ title }) => {
              newTask.close()
              done.tell(t('taskMade', { title }), null)
            }}
            onClose={newTask.close}
          />
        </Suspense>
      )}
      <DeleteForGoodDialog
        targets={actions.pendingDelete}
        onDelete={actions.confirm}
        onCancel={actions.cancelDelete}
      />
    </Box>
  )
}
