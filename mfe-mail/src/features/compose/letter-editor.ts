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
  /** Files that were pasted or dropped into the text. */
  onFiles: (files: readonly File[]) => void
  /** A person changed the text. */
  onChange: () => void
}

/** A picture that lies in the HTML itself, as a file; undefined where it is none after all. */
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
 * Puts copied HTML where the cursor or the mouse is. The editor's own way would turn text into markup, which
 * the page's policy refuses.
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
  // Programs that copy tables put a picture of them beside their HTML: the HTML is meant.
  if (data.files.length > 0 && html === '') {
    onFiles([...data.files])
    return true
  }
  if (html === '') return false
  putHtml(view, html, at, onFiles)
  return true
}

/**
 * The editor of a letter in an element, with the text it begins with. Its styles are the page's, none are
 * made in it.
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
    // As a document: given text, the editor would turn it into markup itself.
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
          // What is dragged inside of the editor is moved by the editor.
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
  // What the editor puts right by itself, such as a line to go on writing on, is nobody's change.
  editor.on('update', ({ transaction }) => {
    if (transaction.docChanged) onChange()
  })
  return editor
}

/** Puts the letter in place of the empty one, as nothing that could be undone. */
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
