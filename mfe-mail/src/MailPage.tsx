import { randomKey, useShell, userAtom } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useNavigate, useParams, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import { UndoBar } from './undo/UndoBar.tsx'
import { useUndo } from './undo/use-undo.ts'
import type { ComposerSize, UndoableSending } from './features/compose/composer-props.ts'
import { answerMessage, draftCalls } from './features/compose/draft-calls.ts'
import { Composer } from './features/compose/Composer.lazy.ts'
import { UnsavedDraftsBar } from './features/compose/UnsavedDraftsBar.tsx'
import { MailboxPage } from './features/mailbox/MailboxPage.tsx'
import type { Panes } from './features/mailbox/MailboxPage.tsx'
import type { ComposeActions } from './features/mailbox/compose-actions.ts'
import { invalidateMailbox } from './mail-calls.ts'
import { isNewDraft, mailPath, newDraftName, readAddress } from './paths.ts'
import { t } from './texts.ts'

/**
 * The composer's place in the columns of the mailbox: below the open message, or in its place when none is
 * open.
 */
function composerPlace(size: ComposerSize, panes: Panes, hasMessage: boolean) {
  if (panes === 1) return { position: 'absolute', inset: 0, zIndex: 3 } as const
  if (size === 'full') return { gridColumn: '1 / -1', gridRow: '1 / 3', zIndex: 3 }
  const lastColumn = panes
  const frame = { borderTop: 1, borderColor: 'divider', zIndex: 2 }
  if (!hasMessage)
    return {
      ...frame,
      borderTop: 0,
      gridColumn: size === 'wide' ? `${lastColumn - 1} / -1` : lastColumn,
      gridRow: '1 / 3',
    }
  return {
    ...frame,
    gridColumn: size === 'wide' ? `${lastColumn - 1} / -1` : lastColumn,
    gridRow: 2,
    height: 'min(560px, 58vh)',
  }
}

/**
 * The draft in the address, under the name it was opened with. A new message keeps that name when it becomes
 * a draft.
 */
function useOpenDraft(draft: string | null) {
  const [known, setKnown] = useState<{ name: string; id: string | null } | null>(null)
  const isKnown = known !== null && (known.name === draft || known.id === draft)
  const open = draft === null ? null : isKnown ? known : { name: draft, id: null }
  if (open !== known && !(open === null && known === null)) setKnown(open)
  return { open, became: (id: string) => setKnown((before) => before && { ...before, id }) }
}

/** Mailbox and composer; the address determines both. */
export function MailPage() {
  const { segment } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shell = useShell()
  const queryClient = useQueryClient()
  const done = useUndo()
  const [size, setSize] = useState<ComposerSize>('docked')
  const own = useAtomValue(userAtom)?.email.toLowerCase()
  const given = readAddress(segment, search)
  // Links from other pages name every mailbox, including the viewer's own.
  const address = given.mailbox?.toLowerCase() === own ? { ...given, mailbox: null } : given
  const { mailbox } = address
  const { open, became } = useOpenDraft(address.draft)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  /**
   * Incremented by Undo to remount the composer, because the address may not have changed between closing and
   * reopening the draft.
   */
  const [turn, setTurn] = useState(0)

  /** The current address, for asynchronous actions that end after the user has moved on. */
  const latest = useRef(address)
  useEffect(() => {
    latest.current = address
  })
  const write = (draft: string | null, replace = false) =>
    void navigate(mailPath({ ...latest.current, draft }), { replace })
  const attempt = (deed: Promise<unknown>, failure: string) => {
    deed.catch((error: unknown) => {
      shell.toast({
        title: failure,
        description: error instanceof Error ? error.message : String(error),
        colour: 'red',
      })
    })
  }
  const takeBack = async (draft: string) => {
    done.forget()
    await draftCalls(mailbox).takeBack(draft)
    setTurn((before) => before + 1)
    await navigate(mailPath({ ...address, id: address.id === draft ? null : address.id, draft }))
    await invalidateMailbox(queryClient, mailbox)
  }
  const writing: ComposeActions = {
    begin: () => write(newDraftName(randomKey())),
    edit: (draft) =>
      void navigate(mailPath({ ...address, id: address.id === draft ? null : address.id, draft })),
    answer: ({ id }, kind) =>
      attempt(
        answerMessage(mailbox, id, kind).then((draft) => {
          setFresh((before) => new Set([...before, draft.id]))
          write(draft.id)
        }),
        t('answerFailed'),
      ),
    takeBack: (id) => attempt(takeBack(id), t('takeBackFailed')),
  }
  const onSent = ({ draft, subject }: UndoableSending) => {
    write(null)
    done.tell(t('sendingNow', { subject: subject.trim() === '' ? t('noSubject') : subject }), () =>
      attempt(takeBack(draft), t('takeBackFailed')),
    )
  }
  const onDiscarded = (draft: string) => {
    write(null)
    const bringBack = async () => {
      done.forget()
      await draftCalls(mailbox).restore(draft)
      setTurn((before) => before + 1)
      await invalidateMailbox(queryClient, mailbox)
      write(draft)
    }
    done.tell(t('discarded'), () => attempt(bringBack(), t('undoFailed')))
  }
  return (
    <Box sx={{ position: 'relative', height: '100%' }}>
      <MailboxPage
        address={address}
        done={done}
        writing={writing}
        composer={
          open &&
          ((panes, hasMessage) => (
            <Box
              sx={{
                minWidth: 0,
                minHeight: 0,
                backgroundColor: 'portal.surface',
                ...composerPlace(size, panes, hasMessage),
              }}
            >
              <Composer
                key={`${mailbox ?? ''} ${open.name} ${turn}`}
                mailbox={mailbox}
                name={open.name}
                isNew={isNewDraft(open.name)}
                isFresh={fresh.has(open.name)}
                size={size}
                onSize={panes === 1 ? null : setSize}
                onId={(id) => {
                  became(id)
                  write(id, true)
                }}
                onSent={onSent}
                onDiscarded={onDiscarded}
                onClose={() => write(null)}
              />
            </Box>
          ))
        }
      />
      {open === null && <UnsavedDraftsBar onOpen={(name) => write(name)} />}
      <UndoBar done={done.done} onOver={done.forget} />
    </Box>
  )
}
