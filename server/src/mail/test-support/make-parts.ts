import { createChance } from './make-corpus.ts'

/** A generated part: its bytes contain the unique `token`. */
export interface MadePart {
  token: string
  /** Its description, for the message of a failed test. */
  what: string
  /** Whether the body must show it; otherwise it must be listed. */
  isShown: boolean
}

export interface MadeMessage {
  raw: Buffer
  parts: MadePart[]
}

const types = [
  'application/pdf',
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
  'image/tiff',
  'text/csv',
  'text/calendar; method=REQUEST',
  'application/ms-tnef',
  'application/octet-stream',
  'message/rfc822',
  'text/x-notes',
] as const
const pictures = ['image/png', 'image/gif', 'image/jpeg', 'image/webp'] as const
const visibleReferences = 3

/** Ways a body can refer to a part. The first three are visible to a reader. */
const references: readonly [name: string, html: (id: string) => string, isVisible: boolean][] = [
  ['picture', (id) => `<img src="cid:${id}">`, true],
  ['picture in capitals, coded', (id) => `<IMG alt=x SRC='CID:${id.replace('@', '%40')}' width="20">`, true],
  [
    'picture in a table',
    (id) => `<table><tr><td><a href="https://a.example"><img src=cid:${id}></a></td></tr></table>`,
    true,
  ],
  ['nothing', () => '', false],
  ['object', (id) => `<object data="cid:${id}"></object>`, false],
  ['link', (id) => `<a href="cid:${id}">x</a>`, false],
  [
    'background',
    (id) => `<table background="cid:${id}"><tr><td style="background:url(cid:${id})">x</td></tr></table>`,
    false,
  ],
  ['picture in an object', (id) => `<object><img src="cid:${id}"></object>`, false],
  ['hidden picture', (id) => `<div style="display: none"><p><img src="cid:${id}"></p></div>`, false],
  ['picture without a size', (id) => `<img src="cid:${id}" width=0 height=0>`, false],
  ['set of sources', (id) => `<img srcset="cid:${id} 2x">`, false],
  ['words', (id) => `<p>see cid:${id}</p>`, false],
]
const dispositions = ['inline', 'attachment', ''] as const
const bodies = ['html', 'both', 'plain'] as const
const containers = ['mixed', 'related'] as const
const transfers = ['base64', 'quoted-printable', '7bit'] as const

const crlf = (lines: readonly string[]) => lines.join('\r\n')
const container = (kind: string, boundary: string, parts: readonly string[]) =>
  crlf([
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ])

/**
 * `count` messages of parts with varied type, disposition, Content-ID, name and reference. Reproducible for a
 * seed.
 */
export function makeMessagesOfParts(count: number, seed: number): MadeMessage[] {
  const chance = createChance(seed)
  function pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[Math.trunc(chance() * values.length)] ?? values[0]
  }
  return Array.from({ length: count }, (_, n): MadeMessage => {
    const body = pick(bodies)
    const known = new Set<string>()
    const html: string[] = []
    const made = Array.from({ length: Math.trunc(chance() * 6) }, (_part, place) => {
      const token = `token-${seed}-${n}-${place}-end`
      // Half of them are pictures, and at least half of the references are visible.
      const [type, disposition, transfer] = [
        chance() < 0.5 ? pick(pictures) : pick(types),
        pick(dispositions),
        pick(transfers),
      ]
      const id = chance() < 0.2 ? '' : chance() < 0.15 ? `twice${n}@made` : `part${n}.${place}@made`
      const name = chance() < 0.25 ? '' : `file ${place}.x`
      const [what, refer, isVisible] = references[
        Math.trunc(chance() * (chance() < 0.5 ? visibleReferences : references.length))
      ] ?? ['nothing', () => '', false]
      if (id !== '') html.push(refer(id))
      // Of several pictures with one Content-ID, the first is shown by every reference.
      const isPicture = pictures.some((each) => each === type)
      const isFirst = isPicture && id !== '' && !known.has(id)
      if (isFirst) known.add(id)
      const content = type === 'message/rfc822' ? `Subject: Inner ${place}\r\n\r\n${token}` : token
      const lines = [
        `Content-Type: ${type}`,
        ...(disposition === ''
          ? []
          : [`Content-Disposition: ${disposition}${name === '' ? '' : `; filename="${name}"`}`]),
        ...(id === '' ? [] : [`Content-ID: <${id}>`]),
        `Content-Transfer-Encoding: ${transfer}`,
        '',
        transfer === 'base64' ? Buffer.from(content).toString('base64') : content,
      ]
      return {
        token,
        id,
        isFirst,
        isVisible,
        what: `${type} ${disposition} ${id} by ${what} in ${body}`,
        lines,
      }
    })
    const seen = new Set(
      body === 'plain' ? [] : made.flatMap(({ id, isVisible }) => (isVisible && id !== '' ? [id] : [])),
    )
    const texts = {
      html: crlf(['Content-Type: text/html', '', `<p>Words ${n}</p>${html.join('')}`]),
      plain: crlf(['Content-Type: text/plain', '', `Words ${n} ${html.join('').replaceAll(/[<>]/g, '')}`]),
    }
    const text = body === 'both' ? container('alternative', 'A', [texts.plain, texts.html]) : texts[body]
    const raw = container(pick(containers), 'B', [text, ...made.map(({ lines }) => crlf(lines))])
    return {
      raw: Buffer.from(crlf(['From: maker@acme.example', `Subject: Parts ${seed} ${n}`, raw])),
      parts: made.map(({ token, id, isFirst, what }) => ({ token, what, isShown: isFirst && seen.has(id) })),
    }
  })
}
