/** Text in various charsets as real mail programs send it; some charsets do not exist. */
const charsets: readonly [charset: string, hex: string][] = [
  ['utf-8', 'c5bcc3b3c582c487'],
  ['utf-7', '2b415877412d'],
  ['utf-16', 'feff006100e9'],
  ['utf-16le', '6100e900'],
  ['us-ascii', '616263e9'],
  ['iso-8859-1', '47fc6e746865'],
  ['iso-8859-2', 'bff3b3e6'],
  ['iso-8859-5', 'bfe0d8d2d5e2'],
  ['iso-8859-6', 'e5d1cdc8c7'],
  ['iso-8859-7', 'e3e5e9e1'],
  ['iso-8859-8', 'f9ece5ed'],
  ['iso-8859-9', 'fdfef0'],
  ['iso-8859-15', 'a43130'],
  ['windows-1250', 'bef3b3e6'],
  ['windows-1251', 'cff0e8e2e5f2'],
  ['windows-1252', '93717569636b9420853f80'],
  ['windows-1255', 'f9ece5ed'],
  ['windows-1256', 'e3d1cdc8c7'],
  ['windows-874', 'cac7d1cab4d5'],
  ['koi8-r', 'f0d2c9d7c5d4'],
  ['koi8-u', 'f0d2c9d7a6d4'],
  ['gb2312', 'c4e3bac3'],
  ['gbk', 'c4e3bac3'],
  ['gb18030', '8130813081308131'],
  ['big5', 'a741a66e'],
  ['euc-jp', 'a4b3a4f3'],
  ['shift_jis', '82b182f1'],
  ['iso-2022-jp', '1b24422433241b2842'],
  ['euc-kr', 'bec8b3e7'],
  ['iso-2022-kr', '1b2429430e3d3d0f'],
  ['macintosh', '63616683'],
  ['ibm437', '8182'],
  ['x-unknown', 'e9e8'],
  ['', 'e9'],
  ['"; drop', 'e9'],
]

/** A message per charset, with subject and sender in it, and one per charset with a wrong declaration. */
export const charsetMails: readonly Buffer[] = charsets.flatMap(([charset, hex]) => {
  const bytes = Buffer.from(hex, 'hex')
  const encoded = `=?${charset}?B?${bytes.toString('base64')}?=`
  const lines = [
    `From: ${encoded} <writer@acme.example>`,
    `Subject: Charset ${charset} ${encoded}`,
    `Content-Type: text/plain; charset=${charset}`,
  ]
  const raw = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')])
  const lying = Buffer.concat([
    Buffer.from(
      `Subject: Lies\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<meta charset=${charset}><p>`,
    ),
    bytes,
  ])
  return [raw, lying]
})

/** A calendar invitation, reply or cancellation; some contain hostile text. */
export function calendarMail(n: number): Buffer {
  const method = ['REQUEST', 'CANCEL', 'REPLY', 'PUBLISH', 'X-NONE'][n % 5] ?? 'REQUEST'
  const summary = n % 2 === 0 ? `Inspection ${n}` : `<script>alert(${n})</script>\\nEND:VCALENDAR`
  const event = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${n}@acme.example`,
    `SUMMARY:${summary}`,
    'DTSTART;TZID="Nowhere/Else":20261120T100000',
    `ATTENDEE;CN="${'x'.repeat((n % 10) * 1_000)}":mailto:a@acme.example`,
    `RRULE:FREQ=SECONDLY;COUNT=${10 ** (n % 9)}`,
    ...(n % 3 === 0 ? [] : ['END:VEVENT', 'END:VCALENDAR']),
  ].join('\r\n')
  const lines = [
    'From: calendar@acme.example',
    `Subject: Invitation ${n}`,
    'Content-Type: multipart/alternative; boundary=C',
  ]
  const parts = [
    `--C\r\nContent-Type: text/plain\r\n\r\nInvitation ${n}`,
    `--C\r\nContent-Type: text/calendar; method=${method}; charset=utf-8\r\n\r\n${event}`,
    '--C--',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${parts.join('\r\n')}\r\n`)
}

/** Rich text as Outlook sends it: a TNEF stream that is complete, truncated or empty. */
export function winmailMail(n: number): Buffer {
  const signature = Buffer.from('789f3e22', 'hex')
  const attribute = Buffer.from(`01069008000400000000000000${'ff'.repeat(n % 64)}`, 'hex')
  const tnef =
    n % 4 === 0
      ? Buffer.alloc(0)
      : Buffer.concat([
          signature,
          Buffer.from([n % 256, 0]),
          ...Array.from({ length: n % 30 }, () => attribute),
        ])
  const lines = [
    'From: outlook@acme.example',
    `Subject: Rich ${n}`,
    'Content-Type: multipart/mixed; boundary=W',
  ]
  const parts = [
    `--W\r\nContent-Type: text/plain\r\n\r\nRich text ${n}`,
    `--W\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${tnef.toString('base64')}`,
    '--W--',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${parts.join('\r\n')}\r\n`)
}
