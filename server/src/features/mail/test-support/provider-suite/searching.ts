import assert from 'node:assert/strict'
import type { Person } from '../../../../test-support/given.ts'
import type { Promises, Stage } from './stage.ts'

const zoe = { name: 'Zoë Quintero', address: 'zoe@acme.example' }
const day = (date: string) => new Date(`${date}T12:00:00.000Z`)

async function given({ given: put, person }: Stage): Promise<Person> {
  const reader = await person()
  await put(reader, { subject: 'Fence', from: zoe, text: 'about the drawing', receivedAt: day('2026-11-01') })
  await put(reader, { subject: 'Drawing', cc: [zoe], text: 'of the fence', receivedAt: day('2026-11-10') })
  const files = [{ name: 'a.pdf', mimeType: 'application/pdf', text: '%PDF' }]
  await put(reader, { subject: 'Site plan', text: 'ask Zoë please', files, folder: 'archive', receivedAt: day('2026-11-19') })
  await put(reader, { subject: 'Invoice OR fence', text: 'nothing', isRead: true, receivedAt: day('2026-11-15') })
  return reader
}

/** What is searched for, and the subjects found, newest first. Whole words, since not every provider finds parts of them. */
const searches: [string, string[]][] = [
  ['fence', ['Invoice OR fence', 'Drawing', 'Fence']],
  ['FENCE', ['Invoice OR fence', 'Drawing', 'Fence']],
  ['zoe', ['Site plan', 'Drawing', 'Fence']],
  ['quintero', ['Drawing', 'Fence']],
  ['fence drawing', ['Drawing', 'Fence']],
  ['fence absent', []],
  ['from:zoe', ['Fence']],
  ['from:"Zoë Quintero"', ['Fence']],
  ['from:zoe@acme.example', ['Fence']],
  ['to:quintero', ['Drawing']],
  ['subject:fence', ['Invoice OR fence', 'Fence']],
  ['subject:"site plan"', ['Site plan']],
  ['has:attachment', ['Site plan']],
  ['has:attachment fence', []],
  ['plan has:attachment', ['Site plan']],
  ['after:2026-11-10', ['Site plan', 'Invoice OR fence', 'Drawing']],
  ['before:2026-11-10', ['Fence']],
  ['after:2026-11-10 before:2026-11-19', ['Invoice OR fence', 'Drawing']],
  ['fence after:2026-11-11', ['Invoice OR fence']],
  ['from:zoe before:2026-11-01', []],
]

/** Text that would be an operator, a wildcard or an end of something if it were not plain text. */
const literals = [
  '"',
  "'",
  '%',
  '*',
  '" OR subject:"fence',
  "x' or 1 eq 1 or 'x",
  'from:"" OR (fence',
  '); DROP TABLE mail_messages; --',
  '\\',
  'NOT fence)',
]

export const searchingPromises: Promises = {
  ...Object.fromEntries(
    searches.map(([q, subjects]) => [
      `a search for ${q} finds ${subjects.length === 0 ? 'nothing' : subjects.join(', ')}`,
      async (stage: Stage) => {
        const reader = await given(stage)
        const { messages, count } = await stage.list(reader, `q=${encodeURIComponent(q)}`)
        assert.deepEqual([messages.map(({ subject }) => subject), count], [subjects, subjects.length])
      },
    ]),
  ),
  'a search in a folder finds what lies there alone': async (stage) => {
    const reader = await given(stage)
    assert.deepEqual(await stage.subjects(reader, 'folder=archive&q=zoe'), ['Site plan'])
    assert.deepEqual(await stage.subjects(reader, 'folder=sentitems&q=zoe'), [])
  },
  'what a search finds comes in pages with the whole count': async (stage) => {
    const reader = await given(stage)
    const pages = await Promise.all([1, 2, 3].map((page) => stage.list(reader, `q=fence&pageSize=2&page=${page}`)))
    assert.deepEqual(
      pages.map(({ messages, count }) => [messages.map(({ subject }) => subject), count]),
      [
        [['Invoice OR fence', 'Drawing'], 3],
        [['Fence'], 3],
        [[], 3],
      ],
    )
  },
  'text that looks like a query of the provider is searched for as text': async (stage) => {
    const reader = await given(stage)
    for (const q of literals) {
      const { messages } = await stage.list(reader, `q=${encodeURIComponent(q)}`)
      assert.ok(messages.length <= 1, `${q} finds ${messages.length}`)
    }
    assert.equal((await stage.list(reader, 'folder=inbox')).count, 3, 'and nothing is gone')
  },
}
