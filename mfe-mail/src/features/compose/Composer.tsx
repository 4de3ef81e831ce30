import {
  mdiArrowCollapse,
  mdiArrowExpand,
  mdiArrowExpandHorizontal,
  mdiClose,
  mdiTrashCanOutline,
} from '@mdi/js'
import { ErrorPanel, Icon, keepsKeys, Notice, useShell } from '@portal/shared-ui'
import { Box, Button, IconButton, Skeleton, Tooltip } from '@portal/shared-ui/mui'
import { useQueryClient } from '@portal/shared-ui/query'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { invalidateMailbox } from '../../mail-calls.ts'
import { AttachButton } from './AttachButton.tsx'
import { AttachmentTray } from './AttachmentTray.tsx'
import { ComposerNotices } from './ComposerNotices.tsx'
import type { ComposerProps } from './composer-props.ts'
import { isAddress } from './draft-text.ts'
import { FormatBar } from './FormatBar.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { MessageHeaderFields } from './MessageHeaderFields.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import { t } from './texts.ts'
import { useAttaching } from './use-attaching.ts'
import { useDraft } from './use-draft.ts'

const sizes = [
  { size: 'docked', label: () => t('dock'), icon: mdiArrowCollapse },
  { size: 'wide', label: () => t('widen'), icon: mdiArrowExpandHorizontal },
  { size: 'full', label: () => t('fill'), icon: mdiArrowExpand },
] as const

const isAnswer = (text: { to: readonly unknown[]; subject: string }) =>
  text.to.length > 0 || /^(re|fw):/i.test(text.subject)
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Writes one message: recipients, subject, body, attachments. Changes are saved automatically; `Send` can be
 * undone for ten seconds.
 */
export default function Composer({
  mailbox,
  name,
  isNew,
  isFresh,
  size,
  onSize,
  onId,
  onSent,
  onDiscarded,
  onClose,
}: ComposerProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const { session, state } = useDraft({ mailbox, name, isNew, isFresh, onId })
  const [editor, setEditor] = useState<Editor | null>(null)
  const attaching = useAttaching(session, editor)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [isDropping, setDropping] = useState(false)

  const send = async () => {
    if (isSending) return
    const { to, cc, bcc } = session.state.text
    const everybody = [...to, ...cc, ...bcc]
    if (everybody.length === 0) return setFailure(t('noRecipient'))
    const wrong = everybody.filter((person) => !isAddress(person.address)).map((person) => person.address)
    if (wrong.length > 0)
      return setFailure(t('invalidPeople', { count: wrong.length, people: wrong.join(', ') }))
    setSending(true)
    setFailure(null)
    try {
      const sending = await session.send()
      onSent({ id: sending.id, draft: session.state.id ?? '', subject: session.state.text.subject })
      await invalidateMailbox(queryClient, mailbox)
    } catch (error) {
      setSending(false)
      setFailure(sentenceOf(error))
    }
  }
  const discard = async () => {
    try {
      const id = await session.discard()
      if (id === null) onClose()
      else onDiscarded(id)
      await invalidateMailbox(queryClient, mailbox)
    } catch (error) {
      shell.toast({ title: t('discardFailed'), description: sentenceOf(error), colour: 'red' })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  const onDrop = (event: DragEvent) => {
    setDropping(false)
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void attaching.add([...event.dataTransfer.files])
  }
  const attachFiles = async (files: readonly { pid: string; name: string }[]) => {
    for (const file of files)
      await session.attachFile(file.pid).catch((error: unknown) => {
        shell.toast({
          title: t('attachFailed', { name: file.name, reason: '' }),
          description: sentenceOf(error),
          colour: 'red',
        })
      })
  }
  const heading = state.text.subject.trim() === '' ? t('newMail') : state.text.subject
  const isReady = state.save.kind !== 'opening' && state.save.kind !== 'not-found'
  return (
    <Box
      component="section"
      aria-label={t('writing')}
      {...keepsKeys}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setDropping(false)
      }}
      onDrop={onDrop}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        minHeight: 0,
        backgroundColor: 'portal.surface',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineStart: 4,
          minHeight: 40,
          backgroundColor: 'portal.page',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box
          component="bdi"
          sx={{
            flex: 1,
            fontWeight: 600,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {heading}
        </Box>
        {onSize !== null &&
          sizes
            .filter((each) => each.size !== size)
            .map((each) => (
              <Tooltip key={each.size} title={each.label()}>
                <IconButton size="small" aria-label={each.label()} onClick={() => onSize(each.size)}>
                  <Icon path={each.icon} />
                </IconButton>
              </Tooltip>
            ))}
        <Tooltip title={t('close')}>
          <IconButton size="small" aria-label={t('close')} onClick={onClose}>
            <Icon path={mdiClose} />
          </IconButton>
        </Tooltip>
      </Box>
      {state.save.kind === 'not-found' && <Notice title={t('notFoundTitle')} text={t('notFoundText')} />}
      {state.save.kind === 'failed' && state.id !== null && state.revision === 0 && (
        <ErrorPanel
          error={new Error(state.save.sentence)}
          title={t('openFailed')}
          onRetry={() => void session.open()}
        />
      )}
      {state.save.kind === 'opening' && (
        <Box role="status" aria-label={t('opening')} sx={{ padding: 4 }}>
          {['60%', '90%', '40%'].map((width) => (
            <Skeleton key={width} variant="text" animation={false} width={width} height={28} />
          ))}
        </Box>
      )}
      {isReady && (isNew || state.revision > 0) && (
        <>
          <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflowY: 'auto' }}>
            <ComposerNotices session={session} state={state} failure={failure} />
            <MessageHeaderFields
              mailbox={mailbox}
              text={state.text}
              isAnswer={isAnswer(state.text)}
              onChange={(change) => session.change(change)}
              onTabOut={() => {
                editor?.view.focus()
                return editor !== null
              }}
            />
            <FormatBar editor={editor} />
            <BodyEditor
              key={state.revision}
              session={session}
              state={state}
              mailbox={mailbox}
              autoFocus={isAnswer(state.text) && state.text.to.length > 0}
              onFiles={(files) => void attaching.add(files, { inText: true })}
              onEditor={setEditor}
            />
            <AttachmentTray session={session} state={state} mailbox={mailbox} attaching={attaching} />
          </Box>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 2,
              paddingInline: 4,
              paddingBlock: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Button variant="contained" disabled={isSending} onClick={() => void send()}>
              {isSending ? t('sending') : t('send')}
            </Button>
            <AttachButton
              onFiles={(files) => void attaching.add(files)}
              onRecordFiles={(files) => void attachFiles(files)}
            />
            <SaveStatus save={state.save} />
            <Box sx={{ flex: 1 }} />
            <Tooltip title={t('discard')}>
              <IconButton aria-label={t('discard')} onClick={() => void discard()}>
                <Icon path={mdiTrashCanOutline} />
              </IconButton>
            </Tooltip>
          </Box>
        </>
      )}
      {isDropping && (
        <Box
          sx={{
            position: 'absolute',
            inset: 8,
            display: 'grid',
            placeItems: 'center',
            border: 2,
            borderStyle: 'dashed',
            borderColor: 'primary.main',
            borderRadius: 1,
            backgroundColor: 'portal.raised',
            opacity: 0.92,
            pointerEvents: 'none',
          }}
        >
          {t('dropHere')}
        </Box>
      )}
    </Box>
  )
}
