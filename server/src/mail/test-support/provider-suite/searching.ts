import assert from 'node:assert/strict'
import type { Person } from '#test-support/given.ts'
import type { Promises, Stage } from './stage.ts'

const zoe = { name: 'Zoë Quintero', address: 'zoe@acme.example' }
const day = (date: string) => new Date(`${date}T12:00:00.000Z`)

async function given({ given: put, person }: Stage): Promise<Person> {
  const reader = await person()
  await put(reader, { subject: 'Fence', from: zoe, text: 'about the drawing', receivedAt: day('2026-11-01') })
  await put(reader, { subject: 'Drawing', cc: [zoe], text: 'of the fence', receivedAt: day('2026-11-10') })
  const files = [{ name: 'a.pdf', mimeType: 'application/pdf', text: '%PDF' }]
  await put(reader, {
    subject: 'Site plan',
    text: 'ask Zoë please',
    files,
    folder: 'archive',
    receivedAt: day('2026-11-19'),
  })
  await put(reader, {
    subject: 'Invoice OR fence',
    text: 'nothing',
    isRead: true,
    receivedAt: day('2026-11-15'),
  })
  return reader
}

/**
 * Searches and the subjects they find, newest first. Only whole words, since not every provider finds parts
 * of words.
 */
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

/** Text that must not act as an operator, a wildcard or a delimiter. */
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

const byText = (one: string, other: string) => one.localeCompare(other)

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
  'a search without a folder looks in every folder, drafts among them, and says where each message lies':
    async (stage) => {
      const reader = await given(stage)
      await stage.mail.draft(reader, { subject: 'Draft about the fence', to: [], html: '<p>Zoë</p>' })
      const { messages, count } = await stage.list(reader, 'q=zoe')
      assert.deepEqual(messages.map(({ subject, folder }) => `${subject}: ${folder}`).toSorted(byText), [
        'Draft about the fence: drafts',
        'Drawing: inbox',
        'Fence: inbox',
        'Site plan: archive',
      ])
      assert.equal(count, 4)
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((page) => stage.subjects(reader, `q=zoe&pageSize=1&page=${page}`)),
      )
      assert.deepEqual(
        pages.flat(),
        messages.map(({ subject }) => subject),
      )
    },
  'the days of a search with words are those of the reader': async (stage) => {
    const reader = await stage.person()
    await stage.portal.deps.database.query(
      `update users set time_zone = 'America/Los_Angeles' where pid = $1`,
      [reader.pid],
    )
    // The evening of the 9th and the morning of the 10th in California.
    await stage.given(reader, {
      subject: 'Evening',
      text: 'fence',
      receivedAt: new Date('2026-11-10T04:00:00.000Z'),
    })
    await stage.given(reader, {
      subject: 'Morning',
      text: 'fence',
      receivedAt: new Date('2026-11-10T17:00:00.000Z'),
    })
    assert.deepEqual(await stage.subjects(reader, 'q=fence%20after:2026-11-10'), ['Morning'])
    assert.deepEqual(await stage.subjects(reader, 'q=fence%20before:2026-11-10'), ['Evening'])
    assert.deepEqual(await stage.subjects(reader, 'q=after:2026-11-10'), ['Morning'])
  },
  'what a search finds comes in pages with the whole count': async (stage) => {
    const reader = await given(stage)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => stage.list(reader, `q=fence&pageSize=2&page=${page}`)),
    )
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
