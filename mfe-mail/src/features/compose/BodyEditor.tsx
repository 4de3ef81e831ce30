import type { MailDraft } from '@portal/contract'
import { Box } from '@portal/shared-ui/mui'
import type { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { attachmentUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import type { DraftSession } from './draft-session.ts'
import type { DraftState } from './draft-state.ts'
import { createBodyEditor } from './create-body-editor.ts'
import { t } from './texts.ts'

/** Changes are passed on at this interval while the user types, in ms; a crash loses at most that much. */
const handOnMs = 200

const letterStyle = {
  flex: 1,
  minHeight: 96,
  overflowY: 'auto',
  cursor: 'text',
  '& .ProseMirror': {
    minHeight: '100%',
    paddingInline: 4,
    paddingBlock: 2,
    maxWidth: '76ch',
    typography: 'reading',
    outline: 'none',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    '& p': { margin: 0, minHeight: '20px' },
    '& h1, & h2, & h3': { marginBlock: 2 },
    '& blockquote': {
      marginInline: 0,
      marginBlock: 2,
      paddingLeft: 3,
      borderLeft: 3,
      borderColor: 'divider',
      color: 'text.secondary',
    },
    '& img': { maxWidth: '100%', height: 'auto' },
    '& a': { color: 'primary.main' },
    '& table': { borderCollapse: 'collapse', maxWidth: '100%' },
    '& td, & th': { border: 1, borderColor: 'divider', paddingInline: 1, verticalAlign: 'top' },
    '& pre': { whiteSpace: 'pre-wrap' },
    '& .ProseMirror-selectednode': { outline: 2, outlineColor: 'primary.main' },
  },
} as const

export interface LetterFieldProps {
  session: DraftSession
  state: DraftState
  mailbox: Mailbox
  /** Focuses the editor immediately: for answers, whose recipients are already set. */
  autoFocus: boolean
  onFiles: (files: readonly File[]) => void
  onEditor: (editor: Editor | null) => void
}

/** The message body. It is recreated for each revision of the draft, so the key must contain the revision. */
export function BodyEditor({ session, state, mailbox, autoFocus, onFiles, onEditor }: LetterFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ id: state.id, attachments: state.attachments, onFiles })
  useEffect(() => {
    latest.current = { id: session.state.id, attachments: session.state.attachments, onFiles }
  })
  useEffect(() => {
    if (place.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    const imageUrlOf = (contentId: string) => {
      const { id, attachments } = session.state
      const found = attachments.find(
        (attachment: MailDraft['attachments'][number]) => attachment.contentId === contentId,
      )
      return id === null || found === undefined ? undefined : attachmentUrl(mailbox, id, found.id)
    }
    const editor = createBodyEditor({
      element: place.current,
      html: session.state.text.html,
      label: t('message'),
      imageUrlOf,
      onFiles: (files) => latest.current.onFiles(files),
      onChange: () => {
        // The first change starts the timer, not the last, so that continuous typing is passed on too.
        if (!isHeld) timer = setTimeout(commitEditor, handOnMs)
        isHeld = true
      },
    })
    function commitEditor(): void {
      if (!isHeld) return
      isHeld = false
      session.change({ html: editor.isEmpty ? '' : editor.getHTML() })
    }
    session.collect = () => {
      clearTimeout(timer)
      if (!isHeld) return {}
      isHeld = false
      return { html: editor.isEmpty ? '' : editor.getHTML() }
    }
    // Keeps the text when the page is closed before the timer fires.
    window.addEventListener('pagehide', commitEditor)
    if (autoFocus) editor.commands.focus('start')
    onEditor(editor)
    return () => {
      commitEditor()
      clearTimeout(timer)
      session.collect = () => ({})
      window.removeEventListener('pagehide', commitEditor)
      onEditor(null)
      editor.destroy()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the editor is created once per revision; the parent changes the key
  }, [])
  return <Box ref={place} sx={letterStyle} />
}
