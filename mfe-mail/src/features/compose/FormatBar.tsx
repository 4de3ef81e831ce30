import {
  mdiFormatBold,
  mdiFormatClear,
  mdiFormatItalic,
  mdiFormatListBulleted,
  mdiFormatListNumbered,
  mdiFormatQuoteClose,
  mdiFormatStrikethrough,
  mdiFormatUnderline,
  mdiLink,
  mdiRedo,
  mdiUndo,
} from '@mdi/js'
import { Icon } from '@portal/shared-ui'
import { Box, Button, IconButton, Popover, TextField, Tooltip } from '@portal/shared-ui/mui'
import type { Editor } from '@tiptap/core'
import { useEffect, useReducer, useState } from 'react'
import type { FormEvent } from 'react'
import { t } from './texts.ts'

interface Tool {
  label: () => string
  icon: string
  keys: string
  run: (editor: Editor) => void
  /** Mark or node it toggles; absent for one-time actions. */
  state?: string
}

/** In the order of the buttons; the shortcuts are the editor's own. */
const tools: readonly Tool[] = [
  {
    label: () => t('bold'),
    icon: mdiFormatBold,
    keys: 'Ctrl B',
    state: 'bold',
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: () => t('italic'),
    icon: mdiFormatItalic,
    keys: 'Ctrl I',
    state: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: () => t('underline'),
    icon: mdiFormatUnderline,
    keys: 'Ctrl U',
    state: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: () => t('strike'),
    icon: mdiFormatStrikethrough,
    keys: 'Ctrl Shift S',
    state: 'strike',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    label: () => t('bullets'),
    icon: mdiFormatListBulleted,
    keys: 'Ctrl Shift 8',
    state: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: () => t('numbers'),
    icon: mdiFormatListNumbered,
    keys: 'Ctrl Shift 7',
    state: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: () => t('quote'),
    icon: mdiFormatQuoteClose,
    keys: 'Ctrl Shift B',
    state: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: () => t('clear'),
    icon: mdiFormatClear,
    keys: '',
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
  {
    label: () => t('undoText'),
    icon: mdiUndo,
    keys: 'Ctrl Z',
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: () => t('redoText'),
    icon: mdiRedo,
    keys: 'Ctrl Y',
    run: (editor) => editor.chain().focus().redo().run(),
  },
]

/** Renders again after every change of text or cursor. */
function useTransactions(editor: Editor | null): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (editor === null) return
    editor.on('transaction', draw)
    return () => void editor.off('transaction', draw)
  }, [editor])
}

function ToolButton({
  label,
  icon,
  keys,
  isOn,
  onClick,
}: {
  label: string
  icon: string
  keys: string
  isOn?: boolean
  onClick: (at: HTMLElement) => void
}) {
  return (
    <Tooltip title={keys === '' ? label : `${label} (${keys})`}>
      <IconButton
        size="small"
        aria-label={label}
        aria-pressed={isOn}
        // Keeps the cursor in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onClick(event.currentTarget)}
        sx={{
          borderRadius: 1,
          ...(isOn === true && {
            backgroundColor: 'portal.primarySoft.main',
            color: 'portal.primarySoft.text',
          }),
        }}
      >
        <Icon path={icon} />
      </IconButton>
    </Tooltip>
  )
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before: unknown = editor.getAttributes('link')['href']
  const [address, setAddress] = useState(typeof before === 'string' ? before : '')
  const set = (event: FormEvent) => {
    event.preventDefault()
    // Prevents a surrounding form, if a page has one, from being submitted.
    event.stopPropagation()
    const typed = address.trim()
    const href = /^(https?:|mailto:|tel:)/i.test(typed)
      ? typed
      : typed.includes('@')
        ? `mailto:${typed}`
        : `https://${typed}`
    onClose()
    if (typed === '') return
    if (editor.state.selection.empty && !editor.isActive('link'))
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
  }
  return (
    <Box component="form" onSubmit={set} sx={{ display: 'flex', gap: 2, padding: 3, alignItems: 'flex-end' }}>
      <TextField
        autoFocus
        label={t('linkAddress')}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        sx={{ width: 280 }}
      />
      <Button type="submit" variant="contained">
        {t('setLink')}
      </Button>
      {editor.isActive('link') && (
        <Button
          onClick={() => {
            onClose()
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
          }}
        >
          {t('removeLink')}
        </Button>
      )}
    </Box>
  )
}

/** The formatting buttons. The tooltips name the shortcuts. */
export function FormatBar({ editor }: { editor: Editor | null }) {
  useTransactions(editor)
  const [linkAnchor, setLinkAnchor] = useState<HTMLElement | null>(null)
  return (
    <Box
      role="toolbar"
      aria-label={t('formatting')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, paddingInline: 2, paddingBlock: 0.5 }}
    >
      {tools.map(({ label, state, run, ...tool }) => (
        <ToolButton
          key={tool.icon}
          {...tool}
          label={label()}
          {...(state !== undefined && { isOn: editor?.isActive(state) ?? false })}
          onClick={() => editor !== null && run(editor)}
        />
      ))}
      <ToolButton
        label={t('link')}
        icon={mdiLink}
        keys=""
        isOn={editor?.isActive('link') ?? false}
        onClick={setLinkAnchor}
      />
      {editor !== null && linkAnchor !== null && (
        <Popover
          open
          anchorEl={linkAnchor}
          onClose={() => setLinkAnchor(null)}
          slotProps={{ paper: { 'aria-label': t('link'), role: 'dialog' } }}
        >
          <LinkForm editor={editor} onClose={() => setLinkAnchor(null)} />
        </Popover>
      )}
    </Box>
  )
}
