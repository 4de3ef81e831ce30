import { Parser } from 'htmlparser2'

/** Elements that stay what they are; of all others the text stays. */
const kept = new Set(
  'a b strong i em u s del strike code pre p div br hr blockquote ul ol li h1 h2 h3 h4 h5 h6 span sub sup img table thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
/** Elements that go with everything in them. */
const gone = new Set(
  'script style title template noscript iframe object svg math textarea select option head'.split(' '),
)
/**
 * Attributes that mean something in a letter. `cid:` and `data:` pictures are the only ones shown; nothing is
 * loaded from elsewhere.
 */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}
/** Styles by which other programs write bold, italic and the like. */
const styles = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line']
const harmless: Readonly<Record<string, RegExp>> = {
  href: /^(https?:|mailto:|tel:)/i,
  src: /^(cid:|data:image\/(png|jpe?g|gif|webp);base64,)/i,
}

/** Elements lie in one another so deep at most; the editor walks through them again and again. */
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
 * HTML as elements the editor can read, in a document of their own in which nothing runs and nothing loads.
 * They are made one by one: the page never turns text into markup, its policy refuses that
 * (shell/src/trusted-types.ts).
 */
export function parseHtml(html: string): HTMLElement {
  const document = globalThis.document.implementation.createHTMLDocument('')
  const root = document.createElement('div')
  /** What is open; null stands for an element that is not kept. */
  const open: (HTMLElement | null)[] = []
  /** Of these the ones that are kept; text goes into the last. */
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
