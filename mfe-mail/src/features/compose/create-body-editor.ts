import { Editor } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { bodyExtensions } from './editor-schema.ts'
import { parseHtml } from './parse-html.ts'

export interface BodyEditorOptions {
  element: HTMLElement
  html: string
  label: string
  /** URL of an attached image by its Content-ID; undefined while it is not attached. */
  imageUrlOf: (contentId: string) => string | undefined
  /** Files pasted or dropped into the text, and images cut out of pasted HTML. */
  onFiles: (files: readonly File[]) => void
  /** Called when the user changed the text. */
  onChange: () => void
}

/** An image embedded in the HTML, as a file; undefined when it is not a valid image. */
function imageFileOf(image: HTMLImageElement): File | undefined {
  const [, type, base64] = /^data:(image\/[a-z]+);base64,(.*)$/is.exec(image.getAttribute('src') ?? '') ?? []
  if (type === undefined || base64 === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
    return new File([bytes], image.alt === '' ? `picture.${type.slice('image/'.length)}` : image.alt, {
      type,
    })
  } catch {
    return undefined
  }
}

/**
 * Inserts copied HTML at `dropPosition`, or in place of the selection. The editor's own method parses an HTML
 * string, which the page's Trusted Types policy forbids.
 */
function putHtml(
  view: EditorView,
  html: string,
  dropPosition: number | null,
  onFiles: BodyEditorOptions['onFiles'],
): void {
  const root = parseHtml(html)
  const images = [...root.querySelectorAll<HTMLImageElement>('img[src^="data:" i]')]
  const files = images.map(imageFileOf).filter((file) => file !== undefined)
  for (const image of images) image.remove()
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(root)
  const { tr } = view.state
  view.dispatch(
    (dropPosition === null ? tr.replaceSelection(slice) : tr.replaceRange(dropPosition, dropPosition, slice))
      .scrollIntoView()
      .setMeta('paste', true),
  )
  if (files.length > 0) onFiles(files)
}

/** Inserts pasted or dropped data. Returns false if the editor is to handle them itself. */
function insertData(
  view: EditorView,
  data: DataTransfer | null,
  dropPosition: number | null,
  onFiles: BodyEditorOptions['onFiles'],
): boolean {
  if (data === null) return false
  const html = data.getData('text/html')
  // Spreadsheets put both HTML and an image of the cells on the clipboard; use the HTML.
  if (data.files.length > 0 && html === '') {
    onFiles([...data.files])
    return true
  }
  if (html === '') return false
  putHtml(view, html, dropPosition, onFiles)
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
  imageUrlOf,
  onFiles,
  onChange,
}: BodyEditorOptions): Editor {
  const editor = new Editor({
    element,
    extensions: bodyExtensions(imageUrlOf),
    // A document and no string, which the editor would parse itself (Trusted Types).
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
    enableInputRules: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      handleDOMEvents: {
        paste: (view, event) => {
          // In a code block the editor pastes plain text.
          if (view.state.selection.$from.parent.type.spec.code === true) return false
          const isHandled = insertData(view, event.clipboardData, null, onFiles)
          if (isHandled) event.preventDefault()
          return isHandled
        },
        drop: (view, event) => {
          // The editor handles dragging within its own text.
          if (view.dragging !== null) return false
          const dropPosition = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null
          const isHandled = insertData(view, event.dataTransfer, dropPosition, onFiles)
          if (isHandled) {
            event.preventDefault()
            event.stopPropagation()
          }
          return isHandled
        },
      },
    },
  })
  putBody(editor, html)
  // An update whose own transaction changed nothing is a correction by the editor, such as a last empty paragraph.
  editor.on('update', ({ transaction }) => {
    if (transaction.docChanged) onChange()
  })
  return editor
}

/** Replaces the empty document with the message, outside the undo history, and puts the cursor at its start. */
function putBody(editor: Editor, html: string): void {
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
