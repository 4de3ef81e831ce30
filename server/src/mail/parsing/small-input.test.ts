import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallHtmlLength, smallMessageLength } from './mail-parser.ts'
import { document, draftBody, parse, quote, signs } from './mail-tasks.ts'

const pieces = [
  '<b>',
  '<x>',
  '<p>x',
  '<',
  '<!--',
  '&#9;',
  '&nbsp;',
  '&amp',
  '<br>',
  '<a href=//a>',
  '<img src=//a>',
  '<p a=b ',
  '<td style="margin:1px">',
]
pieces.push(
  '<a href="https://<!---->">x</a>',
  '</p>',
  '</i>',
  '<svg><title>',
  '"',
  '<form>',
  '<style>',
  '<p style="font-family:a a a a"',
  'ﷺ',
  '\n',
)
const heads = [
  'To: a@b.c, ',
  'To: a:',
  'To: "',
  'From: (',
  'References: <a@',
  'Subject: =?utf-8?Q?a?= ',
  'Content-Type: text/plain; a*0=b; ',
  'A: b\r\n',
]
heads.push(
  'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n',
  '\r\n\r\n.\r\n',
  '\r\n\r\nx\n',
  'Content-Type: message/rfc822\r\n\r\n',
)
heads.push(
  'Content-Type: message/delivery-status\r\n\r\n',
  'Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: a;"<(\r\n\r\n',
  'From: <@',
)

const repeated = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))

/** CPU time, which is independent of other processes; the shortest of several runs. */
async function shortestMs(work: () => unknown): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    runs.push((user + system) / 1_000)
  }
  return Math.min(...runs)
}

/** The limit on a quiet machine; parallel tests increase even the CPU time. */
const maxMs = process.env['PROVE'] === '1' ? 20 : 60

test('S-03: input short enough to be parsed in the server takes little time, whatever it contains', async () => {
  const slow: string[] = []
  for (const html of pieces.map((piece) => repeated(piece, smallHtmlLength))) {
    const message = { html, text: html, subject: 's', attachments: [] }
    const work = {
      draft: () => draftBody(html),
      quote: () => quote(message),
      signs: () => signs(message),
      document: () => document({ message, scheme: 'light', attachmentUrl: '/{id}', showsElsewhere: true }),
    }
    for (const [name, run] of Object.entries(work)) {
      const ms = await shortestMs(run)
      if (ms > maxMs) slow.push(`${name} of ${html.slice(0, 20)}: ${ms.toFixed(1)} ms`)
    }
  }
  for (const head of heads) {
    const raw = Buffer.from(repeated(head, smallMessageLength))
    const ms = await shortestMs(() => parse(raw))
    if (ms > maxMs) slow.push(`message of ${head.slice(0, 20)}: ${ms.toFixed(1)} ms`)
  }
  assert.deepEqual(slow, [])
})
