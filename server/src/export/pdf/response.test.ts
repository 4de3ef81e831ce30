import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Corrections } from '@portal/contract'
import type { Role } from '@portal/contract'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { readPdf } from './test-support/read-pdf.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, prepared } = packagesIn(
  () => portal,
  () => people,
)
const response = (permit: string, query: string, person?: Person) =>
  portal.send({ method: 'GET', url: `/api/permits/${permit}/response${query}` }, person)

const comments = [
  { text: 'Show the scale', item: 'A-101', discipline: 'BUILDING' },
  { text: 'Calculate the footing', discipline: 'STRUCTURAL' },
  { text: 'Who owns the lot?', forClient: true },
]

/** A permit with these comments of the authority. */
async function corrected(recorded: readonly object[]): Promise<string> {
  const { permit, pack } = await prepared()
  await ask(people.team, 'PATCH', `permits/${permit}`, {
    siteAddress: '7 Oak Ave',
    authorityNumber: '2026-004711 BP',
  })
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
  await ask(people.team, 'POST', `permits/${permit}/transitions`, {
    to: 'CORRECTIONS_REQUIRED',
    comments: recorded,
  })
  return permit
}

/** Responds to the comment with this text. */
async function reply(permit: string, text: string, said: string): Promise<void> {
  const { corrections } = Corrections.parse(await ask(people.team, 'GET', `permits/${permit}/corrections`))
  const found = corrections.find((correction) => correction.text === text)
  await ask(people.team, 'PATCH', `permits/${permit}/corrections/${found?.pid}`, { response: said })
}

test('the printed response of a cycle shows the client and each comment by discipline with its response', async () => {
  const permit = await corrected(comments)
  await reply(permit, 'Show the scale', 'The scale stands on sheet A-101. Żółta Łódź.')
  const result = await response(permit, '?cycle=2', people.team)
  assert.equal(result.statusCode, 200, result.body)
  assert.equal(result.headers['content-type'], 'application/pdf')
  assert.match(
    String(result.headers['content-disposition']),
    /^attachment; filename="response-PM-\d{4}-\d{6}-cycle-2\.pdf"$/,
  )
  const { text, size, pages } = await readPdf(result.rawPayload)
  assert.deepEqual([size, pages], [[612, 792], 1])
  const order = [
    'Response to comments',
    '2026-004711 BP',
    '7 Oak Ave',
    '1 of 3 comments answered',
    'Building',
    '1. A-101',
    'Show the scale',
    'Żółta Łódź',
  ]
  const rest = [
    'Structural',
    '2.',
    'Calculate the footing',
    'Not answered yet.',
    'Other comments',
    '3.',
    'Who owns the lot?',
  ]
  let from = 0
  for (const words of [...order, ...rest]) {
    const at = text.indexOf(words, from)
    assert.ok(at >= 0, `${words} in ${text.slice(from)}`)
    from = at
  }
})

test('a long response continues on numbered pages', async () => {
  const long = 'The footing was calculated again for each of the soil reports. '.repeat(60)
  const permit = await corrected(
    Array.from({ length: 12 }, (_, place) => ({
      text: `Comment ${place + 1} about the footing`,
      discipline: 'STRUCTURAL',
    })),
  )
  for (let place = 1; place <= 3; place += 1) await reply(permit, `Comment ${place} about the footing`, long)
  const { text, pages } = await readPdf((await response(permit, '?cycle=2', people.team)).rawPayload)
  assert.ok(pages >= 2, `${pages} pages`)
  assert.ok(text.includes(`Page ${pages} of ${pages}`), text)
  assert.ok(text.includes('12.') && text.includes('Comment 12 about the footing'))
})

test('clients print only the comments addressed to them; others get 401, 404, or 400 for the cycle', async () => {
  const permit = await corrected(comments)
  assert.equal((await response(permit, '?cycle=2')).statusCode, 401)
  const { text } = await readPdf((await response(permit, '?cycle=2', people.client)).rawPayload)
  assert.ok(
    text.includes('Who owns the lot?') &&
      text.includes('0 of 1 comments answered') &&
      !text.includes('footing'),
    text,
  )
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  for (const [where, query, person] of [
    [permit, '?cycle=2', stranger],
    [permit, '?cycle=1', people.team],
    ['nothing', '?cycle=2', people.team],
    ['no%00thing', '?cycle=2', people.team],
  ] as const)
    assert.equal((await response(where, query, person)).statusCode, 404, `${where} ${query}`)
  for (const query of [
    '',
    '?cycle=0',
    '?cycle=1e3',
    '?cycle=2&cycle=3',
    '?cycle=two',
    '?cycle=999999999999',
    '?cycle=2&more=1',
  ]) {
    const refused = await response(permit, query, people.team)
    assert.equal(refused.statusCode, 400, query)
    assert.match(refused.body, query.includes('more') ? /more/ : /cycle/, query)
  }
})
