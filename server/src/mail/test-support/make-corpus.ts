import { calendarMail, charsetMails, winmailMail } from './corpus-kinds.ts'
import { hostileBodies } from './hostile-bodies.ts'

/**
 * A message of the corpus, as bytes. Every message is stored and shows something; a bomb shows the part that
 * was parsed.
 */
export interface CorpusMail {
  name: string
  raw: Buffer
  isBomb: boolean
}

/** Reproducible random numbers between 0 and 1 for a seed. */
export function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

const head = (n: number, lines: readonly string[]) =>
  ['From: "Writer" <writer@acme.example>', `Subject: Corpus ${n}`, ...lines].join('\r\n')
const mail = (n: number, lines: readonly string[], body: string) =>
  Buffer.from(`${head(n, lines)}\r\n\r\n${body}`)

type Kind = (n: number, chance: () => number) => Buffer

const hostile: Kind = (n, chance) => {
  const bodies = [0, 1, 2].map(() => hostileBodies[Math.trunc(chance() * hostileBodies.length)] ?? '')
  const cut = bodies.join('<p>').slice(0, 20_000 + Math.trunc(chance() * 20_000))
  return mail(n, ['Content-Type: text/html; charset=utf-8'], `<html><body><p>Words ${n}</p>${cut}`)
}

const hostileStyles: Kind = (n, chance) => {
  const rules = Array.from(
    { length: 50 },
    () => `.c${Math.trunc(chance() * 99)}{background:u\\72l(https://evil.example/${n});position:fixed}`,
  ).join('')
  return mail(
    n,
    ['Content-Type: text/html'],
    `<style>${rules}</style><style><!-- ${rules} --></style><div style="${rules}">Words ${n}</div>`,
  )
}

/** Nested parts, within the nesting limit. */
const nested: Kind = (n, chance) => {
  const depth = 1 + Math.trunc(chance() * 60)
  const open = Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  ).join('')
  const close = Array.from({ length: depth + 1 }, (_, at) => `--b${depth - at}--\r\n`).join('')
  return mail(
    n,
    ['Content-Type: multipart/mixed; boundary=b0'],
    `${open}--b${depth}\r\nContent-Type: text/plain\r\n\r\nWords ${n}\r\n${close}`,
  )
}

const forwarded: Kind = (n, chance) => {
  let inner = `Subject: Inner ${n}\r\n\r\nWords ${n}`
  for (let depth = Math.trunc(chance() * 8); depth >= 0; depth -= 1)
    inner = `Subject: Around\r\nContent-Type: message/rfc822\r\n\r\n${inner}`
  return mail(n, ['Content-Type: message/rfc822'], inner)
}

/** Damage done by mail programs and networks. */
const breakages: readonly ((n: number, chance: () => number) => Buffer)[] = [
  (n) => Buffer.from(`no header at all ${n}`),
  () => Buffer.alloc(0),
  () => Buffer.from('\r\n\r\n'),
  (n) => Buffer.from(`Subject: Corpus ${n}`),
  (n) => mail(n, ['Content-Type: multipart/mixed'], '--x\r\n\r\nlost'),
  (n) => mail(n, ['Content-Type: multipart/mixed; boundary=""'], '--\r\n\r\nlost\r\n----'),
  (n) =>
    mail(
      n,
      ['Content-Type: multipart/mixed; boundary=B'],
      '--B\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!! not base64',
    ),
  (n) => mail(n, ['Content-Transfer-Encoding: quoted-printable'], 'a=ZZ=\r\nb=0=\r\n=E2=82'),
  (n) => mail(n, ['Content-Transfer-Encoding: x-unknown', 'Content-Type: ;;;===;;'], 'words'),
  (n) => mail(n, ['Content-Type: text/plain; charset="'], 'words \u0000 \u0001 \ufffe'),
  (n) => mail(n, ['From: <<<>>>', 'To: ;;,,@', 'Reply-To: undisclosed-recipients:;', 'Date: never'], 'words'),
  (n) =>
    mail(
      n,
      [`X-Long: ${'x'.repeat(100_000)}`, ...Array.from({ length: 700 }, (_, at) => `X-${at}: ${at}`)],
      'words',
    ),
  (n) =>
    mail(
      n,
      ['Message-ID: <same@acme.example>', 'Message-ID: <other@acme.example>', 'Subject: again'],
      'words',
    ),
  (n) => Buffer.concat([mail(n, [], ''), Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 256))]),
  (n) => Buffer.from(`${head(n, [])}\n\nbare newlines\n.\n..\nend`),
  (n) =>
    mail(
      n,
      [
        'Content-Disposition: attachment; filename="../../etc/passwd\u202egpj.exe"',
        'Content-Type: image/svg+xml',
      ],
      '<svg onload="alert(1)"/>',
    ),
  (n, chance) => {
    const whole = nested(n, chance)
    return whole.subarray(0, Math.trunc(chance() * whole.length))
  },
]
const broken: Kind = (n, chance) => breakages[n % breakages.length]?.(n, chance) ?? Buffer.alloc(0)

const longSubjects: Kind = (n) => {
  const words =
    ['s'.repeat(1_048_576), '=?utf-8?B?8J+OiQ==?= '.repeat(40_000), `${'word '.repeat(200_000)}`][n % 3] ?? ''
  return Buffer.from(
    `From: a@acme.example\r\nSubject: ${words.replaceAll(/(.{900})/g, '$1\r\n ')}\r\n\r\nWords ${n}`,
  )
}

const manyParts =
  (count: number): Kind =>
  (n) => {
    const parts = Array.from(
      { length: count },
      (_, at) =>
        `--B\r\nContent-Type: text/plain; name="${at}.txt"\r\nContent-Disposition: attachment\r\n\r\n${at}\r\n`,
    )
    return mail(n, ['Content-Type: multipart/mixed; boundary=B'], `${parts.join('')}--B--\r\n`)
  }

const bombs: readonly Kind[] = [
  manyParts(10_000),
  (n) => mail(n, [`X-Head: ${'x'.repeat(6_000_000)}`], 'x'),
  (n) => {
    const open = Array.from(
      { length: 5_000 },
      (_, at) => `--B${at}\r\nContent-Type: multipart/mixed; boundary=B${at + 1}\r\n\r\n`,
    ).join('')
    return mail(n, ['Content-Type: multipart/mixed; boundary=B0'], open)
  },
]

const kinds: readonly [name: string, kind: Kind][] = [
  ['hostile HTML', hostile],
  ['hostile CSS', hostileStyles],
  ['charset', (n) => charsetMails[n % charsetMails.length] ?? Buffer.alloc(0)],
  ['nested MIME', nested],
  ['broken MIME', broken],
  ['forwarded', forwarded],
  ['calendar invite', calendarMail],
  ['winmail.dat', winmailMail],
  ['attachments', manyParts(40)],
]

/**
 * `count` messages of all kinds in turn: one in twenty has a subject of a megabyte, one in forty is a bomb.
 * Reproducible for a seed.
 */
export function makeCorpus(count: number, seed: number): CorpusMail[] {
  const chance = createChance(seed)
  return Array.from({ length: count }, (_, n): CorpusMail => {
    if (n % 40 === 39)
      return {
        name: `bomb ${n}`,
        isBomb: true,
        raw: bombs[Math.trunc(n / 40) % bombs.length]?.(n, chance) ?? Buffer.alloc(0),
      }
    if (n % 20 === 19) return { name: `long subject ${n}`, isBomb: false, raw: longSubjects(n, chance) }
    const [name, kind] = kinds[n % kinds.length] ?? ['broken MIME', broken]
    return { name: `${name} ${n}`, isBomb: false, raw: kind(Math.trunc(n / kinds.length), chance) }
  })
}
