import { Parser } from 'htmlparser2'

/** Elements that are kept; of all others only the content is kept. */
const kept = new Set(
  'a b strong i em u s del strike code pre p div br hr blockquote ul ol li h1 h2 h3 h4 h5 h6 span sub sup img table thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
/** Elements that are removed with their content. */
const gone = new Set(
  'script style title template noscript iframe object svg math textarea select option head'.split(' '),
)
/** Attributes that are kept. Only `cid:` and `data:` images are shown; nothing is loaded from other hosts. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}
/** Styles that other programs use for bold, italic and similar formats. */
const styles = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line']
const harmless: Readonly<Record<string, RegExp>> = {
  href: /^(https?:|mailto:|tel:)/i,
  src: /^(cid:|data:image\/(png|jpe?g|gif|webp);base64,)/i,
}

/** Maximum nesting depth; the editor traverses the elements repeatedly. */
const maxDepth = 100

function styleInto(element: HTMLElement, style: string): void {
  for (const declaration of style.split(';')) {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim())
    if (styles.includes(name.toLowerCase())) element.style.setProperty(name.toLowerCase(), value)
  }
}

function elementFor(
  document: Document,
  name: string,
  given: Readonly<Record<string, string>>,
): HTMLElement | null {
  const element = document.createElement(name)
  for (const attribute of attributes[name] ?? []) {
    const value = given[attribute]
    if (value !== undefined && (harmless[attribute]?.test(value.trim()) ?? true))
      element.setAttribute(attribute, value.trim())
  }
  if (name === 'img' && !element.hasAttribute('src')) return null
  styleInto(element, given['style'] ?? '')
  return element
}

/**
 * Parses HTML into elements the editor can read, in a separate document in which nothing runs or loads. The
 * elements are created one by one, because the page's Trusted Types policy forbids parsing text as markup
 * (shell/src/trusted-types.ts).
 */
export function parseHtml(html: string): HTMLElement {
  const document = globalThis.document.implementation.createHTMLDocument('')
  const root = document.createElement('div')
  /** Open elements; null for an element that is not kept. */
  const open: (HTMLElement | null)[] = []
  /** The open elements that are kept; text is added to the last one. */
  const keptOpen: HTMLElement[] = []
  const inner = () => keptOpen.at(-1) ?? root
  let skipped = 0
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        if (gone.has(name)) skipped++
        const isKept = skipped === 0 && kept.has(name) && keptOpen.length < maxDepth
        const element = isKept ? elementFor(document, name, given) : null
        open.push(element)
        if (element === null) return
        inner().append(element)
        keptOpen.push(element)
      },
      ontext: (text) => {
        if (skipped === 0) inner().append(text)
      },
      onclosetag: (name) => {
        if (gone.has(name)) skipped--
        if (open.pop() !== null) keptOpen.pop()
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  root.normalize()
  return root
}
