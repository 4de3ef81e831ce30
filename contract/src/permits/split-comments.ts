import { disciplines } from './corrections.ts'

/** A comment found in a pasted text. */
export interface SplitComment {
  text: string
  item: string
  discipline: string
}

/** A marker that starts a comment: `1.`, `2)`, `(3)`, `1.2.`, `a.`, a bullet or a dash. */
const marker = /^(?:\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)]\)?|\(\d{1,3}\)|\(?[a-z][.)]|[-*•–—·])\s+/iu
/** A sheet at the beginning of a comment, which becomes its item: `Sheet A-101:` or `S2.1 -`. */
const sheet = /^(?:sheet\s+([\w.-]{1,20})|([A-Z]{1,3}-?\d{1,4}(?:\.\d{1,3})?))\s*[:–—-]\s+/iu

const headings = new Map(disciplines.map(({ code, label }) => [label.toLowerCase(), code]))

/** The discipline that a heading line names, for example `STRUCTURAL:` or `Fire comments`. */
function disciplineOf(line: string): string | undefined {
  const words = line
    .toLowerCase()
    .replace(/[:.]+$/u, '')
    .replace(/\s+(?:review|comments|review comments|plan review)$/u, '')
  return headings.get(words.trim())
}

function toComment(lines: readonly string[], discipline: string): SplitComment {
  const text = lines.join(' ').replace(marker, '').trim()
  const about = sheet.exec(text)
  const rest = about === null ? text : text.slice(about[0].length)
  return { text: rest, item: (about?.[1] ?? about?.[2] ?? '').toUpperCase(), discipline }
}

/**
 * Splits a pasted text into comments. In a numbered or bulleted text, each marker starts a comment and the
 * following lines continue it. Otherwise each paragraph is a comment, or each line when there are no empty
 * lines. A discipline heading applies to the comments below it.
 */
export function splitComments(pasted: string): SplitComment[] {
  const lines = pasted.split(/\r\n|\r|\n|\u2028|\u2029/u).map((line) => line.replaceAll(/\s+/gu, ' ').trim())
  const isMarked = lines.some((line) => marker.test(line))
  const hasParagraphs = lines.some(
    (line, index) => line === '' && lines.slice(0, index).some(Boolean) && lines.slice(index).some(Boolean),
  )
  const found: SplitComment[] = []
  let discipline = ''
  let gathered: string[] = []
  const end = () => {
    if (gathered.length > 0) found.push(toComment(gathered, discipline))
    gathered = []
  }
  for (const line of lines) {
    const heading = disciplineOf(line)
    const begins = isMarked ? marker.test(line) : !hasParagraphs
    if (heading !== undefined || line === '' || begins) end()
    if (heading !== undefined) discipline = heading
    else if (line !== '') gathered.push(line)
  }
  end()
  return found.filter(({ text }) => text !== '')
}
