import type { HostileInput } from './target.ts'

const bodies: Readonly<Record<string, string>> = {
  'tabs by entity (S-03)': `<p>${'&#9;'.repeat(60_000)}x</p>`,
  'no-break spaces': `<p>${'&nbsp;'.repeat(140_000)}x</p>`,
  'bold 290,000 deep': '<b>'.repeat(290_000),
  'divisions 150,000 deep, closed again': `${'<div>'.repeat(75_000)}${'</div>'.repeat(75_000)}`,
  'lists in lists': '<ul><li>'.repeat(100_000),
  'half tags': '<'.repeat(800_000),
  'half attributes': '<a href='.repeat(100_000),
  'half comments': '<!-'.repeat(250_000),
  'half entities': '&'.repeat(800_000),
  'styles of nothing': `<p style="${';'.repeat(800_000)}">x</p>`,
  'styles of brackets': `<p style="width:${'calc('.repeat(100_000)}">x</p>`,
  'one attribute of 800 kB': `<a title="${'x'.repeat(800_000)}">x</a>`,
  'pictures without end': '<img src="cid:x">'.repeat(40_000),
  'links in links': '<a href="https://a.example">'.repeat(25_000),
  'quoted blank lines': `<blockquote>${' \n\t'.repeat(250_000)}</blockquote>`,
}

/** Draft bodies that are expensive to sanitize and cheap to send. */
export function hostileHtml(): HostileInput[] {
  return Object.entries(bodies).map(([name, html]) => ({
    kind: 'html',
    name,
    send: (target) => target.draft(html),
  }))
}
