import type { HostileInput } from './target.ts'

const message = (headers: readonly string[], body = 'Words'): Buffer =>
  Buffer.from(
    [`From: "Writer" <writer@acme.example>`, 'Subject: Hostile', ...headers, '', body].join('\r\n'),
    'latin1',
  )
const html = (body: string, headers: readonly string[] = []) =>
  message(['Content-Type: text/html; charset=utf-8', ...headers], body)
/** SMTP limits lines to 1,000 characters, so a long body is wrapped after tags. */
const lined = (piece: string, times: number) =>
  Array.from({ length: times }, (_, at) => (at % 40 === 39 ? `${piece}\r\n` : piece)).join('')

function nestedParts(depth: number): Buffer {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('')
  return Buffer.from(
    `From: a@acme.example\r\nSubject: Hostile\r\n${open}Content-Type: text/plain\r\n\r\nWords\r\n`,
  )
}

const mails: Readonly<Record<string, () => Buffer>> = {
  'References of 196 kB without an @ (S-03)': () =>
    message(Array.from({ length: 4 }, () => `References: ${'a'.repeat(49_000)}`)),
  'References of 4 MB in 80 headers': () =>
    message(Array.from({ length: 80 }, () => `References: ${'a'.repeat(49_000)}`)),
  'In-Reply-To of nothing but @': () => message([`In-Reply-To: ${'@'.repeat(49_000)}`]),
  'References of nothing but <': () => message([`References: ${'<'.repeat(49_000)}`]),
  'entities that become blanks (S-03)': () => html(`<p>${lined('&#9;', 60_000)}x</p>`),
  'no-break spaces': () => html(`<p>${lined('&nbsp;', 80_000)}x</p>`),
  'line ends and tabs in turn': () => html(`<pre>${lined('\t\r\n \t', 60_000)}</pre>`),
  'tags nested 200,000 deep (S-03)': () => html(lined('<b>', 200_000)),
  'tables nested 20,000 deep': () => html(lined('<table><tr><td>', 20_000)),
  'quotes nested 50,000 deep': () => html(lined('<blockquote>', 50_000)),
  'tags that end nowhere': () => html(lined('<a href="', 100_000)),
  'comments that end nowhere': () => html(lined('<!--', 100_000)),
  'attributes without end': () => html(`<p ${lined('a=b ', 200_000)}>x</p>`),
  'styles without end': () => html(`<div style="${lined('color:red;background:url(', 20_000)}">x</div>`),
  'a style sheet of braces': () => html(`<style>${lined('{@media{', 50_000)}</style>x`),
  'entities cut off': () => html(lined('&#x', 200_000)),
  'multipart 1,000 deep': () => nestedParts(1_000),
  'parts without end': () =>
    message(
      ['Content-Type: multipart/mixed; boundary=B'],
      `${'--B\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(20_000)}--B--`,
    ),
  'encoded words without end': () => message([`Subject: ${'=?utf-8?B?YQ==?= '.repeat(3_000)}`]),
  'encoded words that never close': () => message([`Subject: ${'=?utf-8?Q?'.repeat(5_000)}`]),
  'addresses without end': () =>
    message([`To: ${'"a" <a@b.example>, '.repeat(5_000)}`, `Cc: ${'('.repeat(40_000)}`]),
  'an address of quotes': () => message([`Reply-To: ${'"\\'.repeat(20_000)}`]),
  'parameters without end': () => message([`Content-Type: text/plain; ${'a*0*=x; '.repeat(6_000)}`]),
  'a thousand headers': () =>
    message(Array.from({ length: 1_000 }, (_, at) => `X-${at}: ${'y'.repeat(900)}`)),
  'quoted-printable of equals signs': () =>
    message(['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'], lined('=', 500_000)),
  'base64 of nothing': () =>
    message(['Content-Type: text/html', 'Content-Transfer-Encoding: base64'], lined('====', 200_000)),
  'a calendar that repeats for ever': () =>
    message(
      ['Content-Type: text/calendar; method=REQUEST'],
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nRRULE:FREQ=SECONDLY;COUNT=999999999\r\n${'ATTENDEE:x\r\n'.repeat(20_000)}`,
    ),
  'links without end': () =>
    html(lined('<a href="https://portal.example.evil.example/?a=1">http://a</a>', 15_000)),
  'numbers of permits without end': () => html(lined('PM-2026-000001 ', 60_000)),
  'DKIM signatures without end': () =>
    message(
      Array.from(
        { length: 300 },
        (_, at) =>
          `DKIM-Signature: v=1; a=rsa-sha256; d=d${at}.acme.example; s=s; h=from; bh=x; b=${'A'.repeat(500)}`,
      ),
    ),
}

/** Mail that is expensive to read and cheap to send. */
export function hostileMail(): HostileInput[] {
  return Object.entries(mails).map(([name, make]) => {
    const raw = make()
    return { kind: 'mail', name, send: (target) => target.deliver(raw) }
  })
}
