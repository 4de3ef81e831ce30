import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Conditions, Corrections, PermitFiles } from '@portal/contract'
import type { Role } from '@portal/contract'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'
import { uploadsOf } from './test-support/uploading.ts'

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
const responseOf = (person: Person | undefined, permit: string, search = '') =>
  portal.send(
    {
      method: 'GET',
      url: `/api/files/permits/${permit}${search === '' ? '' : `?searchToken=${encodeURIComponent(search)}`}`,
    },
    person,
  )
const filesOf = async (person: Person, permit: string, search = '') =>
  PermitFiles.parse((await responseOf(person, permit, search)).json()).files

test('one list has all files of a permit with use, author, version and submission; clients see only theirs', async () => {
  const { permit, pack } = await prepared()
  const root = `permits/${permit}`
  const files = uploadsOf(portal)
  const add = async (parentId: string, name: string, visibility = 'CLIENT') => {
    portal.clock.pass(1_000)
    return (await files.upload(people.team, randomBytes(5), { parentId, name, visibility })).pid
  }
  const plans = await files.folder(people.team, 'Plans', root)
  await files.change(people.team, plans, { visibility: 'CLIENT' })
  const [first, second] = [await add(plans, 'First.pdf'), await add(root, 'Second.pdf')]
  for (const file of [first, second])
    await ask(people.team, 'PATCH', `rts/${pack}/checklist/APPLICATION_FORM`, { state: 'VERIFIED', file })
  const { conditions } = Conditions.parse(
    await ask(
      people.team,
      'POST',
      `${root}/conditions`,
      { text: 'Insured', kind: 'POST', severity: 'NOTICE' },
      201,
    ),
  )
  const evidence = await add(root, 'Insurance.pdf', 'INTERNAL')
  await ask(people.team, 'PATCH', `${root}/conditions/${conditions[0]?.pid ?? ''}`, {
    status: 'MET',
    evidence,
  })
  const task = String(
    (await ask(people.team, 'POST', 'tasks', { title: 'Measure', permit, taskType: 'REVIEW_DOCS' }, 201))[
      'pid'
    ],
  )
  await add(`tasks/${task}`, 'Measures.pdf', 'INTERNAL')
  await givenFile(portal.deps, {
    root: 'permits/another',
    name: 'Not this one.pdf',
    bytes: randomBytes(5),
    visibility: 'CLIENT',
  })
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
  const fee = await ask(
    people.team,
    'POST',
    'payments',
    { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 5_000 },
    201,
  )
  await add(`payments/${String(fee['pid'])}`, 'Receipt.pdf')
  await ask(people.team, 'POST', `${root}/transitions`, {
    to: 'CORRECTIONS_REQUIRED',
    comments: [{ text: 'Show the scale' }],
  })
  const { corrections } = Corrections.parse(await ask(people.team, 'GET', `${root}/corrections`))
  const reply = await add(root, 'Reply.pdf')
  await ask(people.team, 'PATCH', `${root}/corrections/${corrections[0]?.pid ?? ''}`, {
    response: 'See it',
    file: reply,
  })
  await portal.deps.database.query(`update files set source = 'mail' where pid = $1`, [reply])

  const all = await filesOf(people.team, permit)
  const said = all.map(({ name, uses, record, path, submittedWith, createdBy }) => ({
    name,
    uses: uses.map((use) => Object.values(use).join(' ')),
    record: record?.collection,
    folder: path.map((folder) => folder.name).join('/'),
    isSubmitted: Boolean(submittedWith),
    isTeams: createdBy?.pid === people.team.pid,
  }))
  const line = { uses: [], record: 'permits', folder: '', isSubmitted: true, isTeams: true }
  assert.deepEqual(said, [
    { ...line, name: 'Reply.pdf', uses: ['CORRECTION Show the scale', 'MAIL'], isSubmitted: false },
    { ...line, name: 'Receipt.pdf', record: 'payments', isSubmitted: false },
    { ...line, name: 'Measures.pdf', record: 'tasks', isSubmitted: false },
    { ...line, name: 'Insurance.pdf', uses: ['CONDITION Insured'] },
    { ...line, name: 'Second.pdf', uses: ['DOCUMENT Application form 2 true'] },
    { ...line, name: 'First.pdf', uses: ['DOCUMENT Application form 1 false'], folder: 'Plans' },
  ])

  const own = await filesOf(people.client, permit)
  assert.deepEqual(
    own.map(({ name, uses }) => [name, uses.map(({ kind }) => kind)]),
    [
      ['Reply.pdf', []],
      ['Receipt.pdf', []],
      ['Second.pdf', ['DOCUMENT']],
      ['First.pdf', ['DOCUMENT']],
    ],
  )
  await files.change(people.team, plans, { visibility: 'INTERNAL' })
  assert.deepEqual(
    (await filesOf(people.client, permit)).map(({ name }) => name),
    ['Reply.pdf', 'Receipt.pdf', 'Second.pdf'],
  )

  const found = async (token: string) => (await filesOf(people.team, permit, token)).map(({ name }) => name)
  assert.deepEqual(await found('application FORM'), ['Second.pdf', 'First.pdf'])
  assert.deepEqual(await found('plans'), ['First.pdf'])
  assert.deepEqual(await found('show the scale'), ['Reply.pdf'])
  assert.deepEqual(await found('nothing of it'), [])

  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.equal((await responseOf(stranger, permit)).statusCode, 404)
  assert.equal((await responseOf(undefined, permit)).statusCode, 401)
})
