import { Editor } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { letterExtensions } from './editor-schema.ts'
import { parseHtml } from './parse-html.ts'

export interface LetterEditorOptions {
  element: HTMLElement
  html: string
  label: string
  addressOf: (contentId: string) => string | undefined
  /** Files pasted or dropped into the text. */
  onFiles: (files: readonly File[]) => void
  /** Called when the user changed the text. */
  onChange: () => void
}

/** An image embedded in the HTML, as a file; undefined when it is not a valid image. */
function fileIn(picture: HTMLImageElement): File | undefined {
  const [, type, base64] =
    /^data:(image\/[a-z]+);base64,(.*)$/is.exec(picture.getAttribute('src') ?? '') ?? []
  if (type === undefined || base64 === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
    return new File([bytes], picture.alt === '' ? `picture.${type.slice('image/'.length)}` : picture.alt, {
      type,
    })
  } catch {
    return undefined
  }
}

/**
 * Inserts copied HTML at the cursor or the drop position. The editor's own method would parse text as markup,
 * which the page's content security policy forbids.
 */
function putHtml(
  view: EditorView,
  html: string,
  at: number | null,
  onFiles: LetterEditorOptions['onFiles'],
): void {
  const root = parseHtml(html)
  const pictures = [...root.querySelectorAll<HTMLImageElement>('img[src^="data:" i]')]
  const files = pictures.map(fileIn).filter((file) => file !== undefined)
  for (const picture of pictures) picture.remove()
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(root)
  const { tr } = view.state
  view.dispatch(
    (at === null ? tr.replaceSelection(slice) : tr.replaceRange(at, at, slice))
      .scrollIntoView()
      .setMeta('paste', true),
  )
  if (files.length > 0) onFiles(files)
}

function take(
  view: EditorView,
  data: DataTransfer | null,
  at: number | null,
  onFiles: LetterEditorOptions['onFiles'],
): boolean {
  if (data === null) return false
  const html = data.getData('text/html')
  // Programs that copy tables add an image of the table to the HTML; the HTML is used.
  if (data.files.length > 0 && html === '') {
    onFiles([...data.files])
    return true
  }
  if (html === '') return false
  putHtml(view, html, at, onFiles)
  return true
}

/**
 * Creates the editor of a message body in an element, with its initial text. Uses the page's styles and
 * creates none.
 */
export function createBodyEditor({
  element,
  html,
  label,
  addressOf,
  onFiles,
  onChange,
}: LetterEditorOptions): Editor {
  const editor = new Editor({
    element,
    extensions: letterExtensions(addressOf),
    // As a document: the editor would parse a string as markup itself.
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
    enableInputRules: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      handleDOMEvents: {
        paste: (view, event) => {
          if (view.state.selection.$from.parent.type.spec.code === true) return false
          const isTaken = take(view, event.clipboardData, null, onFiles)
          if (isTaken) event.preventDefault()
          return isTaken
        },
        drop: (view, event) => {
          // The editor handles dragging within its own text.
          if (view.dragging !== null) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null
          const isTaken = take(view, event.dataTransfer, at, onFiles)
          if (isTaken) {
            event.preventDefault()
            event.stopPropagation()
          }
          return isTaken
        },
      },
    },
  })
  putLetter(editor, html)
  // Corrections by the editor itself, such as a trailing paragraph, are not changes by the user.
  editor.on('update', ({ transaction }) => {
    if (transaction.docChanged) onChange()
  })
  return editor
}

/** Replaces the empty document with the message, outside the undo history. */
function putLetter(editor: Editor, html: string): void {
  const doc = DOMParser.fromSchema(editor.schema).parse(parseHtml(html))
  const { tr } = editor.state
  editor.view.dispatch(
    tr
      .replaceWith(0, tr.doc.content.size, doc.content)
      .setMeta('addToHistory', false)
      .setMeta('preventUpdate', true),
  )
  editor.commands.setTextSelection(1)
}
