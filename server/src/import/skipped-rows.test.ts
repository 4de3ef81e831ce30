import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
})
after(() => portal.close())

const send = (collection: string, payload: string, boundary: string | null = 'mark') =>
  portal.send(
    {
      method: 'POST',
      url: `/api/import/${collection}`,
      headers: { 'content-type': `multipart/form-data${boundary === null ? '' : `; boundary=${boundary}`}` },
      payload,
    },
    people.admin,
  )
const head =
  '--mark\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n'

async function importRows(collection: string, lines: readonly string[]): Promise<ImportResult> {
  const response = await send(collection, `${head}${lines.join('\n')}\r\n--mark--\r\n`)
  assert.equal(response.statusCode, 202, response.body)
  return ImportResult.parse(
    (await endOfJob(portal, people.admin, response.json<{ job: { id: string } }>().job.id)).result,
  )
}

test('F1: a row with an instant outside the years 1 to 9999 is skipped by name, and the import continues', async () => {
  const lines = [
    'title,followUpAt',
    'one,2026-01-01T10:00:00Z',
    'two,9999-12-31T23:59:59-12:00',
    'three,0001-01-01T00:00:00+12:00',
    'four,',
  ]
  const { created, skipped, errors } = await importRows('tasks', lines)
  assert.deepEqual([created, skipped], [2, 2])
  assert.deepEqual(
    errors.map(({ column }) => column),
    ['followUpAt', 'followUpAt'],
  )
  for (const { message } of errors) assert.match(message, /years 1 to 9999/)
})

test('F12: an upload that is incomplete or has no boundary gets a readable refusal', async () => {
  const torn: [payload: string, boundary: string | null][] = [
    ['x', 'mark'],
    ['', 'mark'],
    ['--mark', 'mark'],
    ['--mark\r\n', 'mark'],
    ['--mark--', 'mark'],
    ['--mark\r\ncontent-disposition: form-data; name="file"', 'mark'],
    [head, 'mark'],
    [`${head}title\none`, 'mark'],
    [`${head}title\none\r\n--mark`, 'mark'],
    [`${head}title\none\r\n--mark-`, 'mark'],
    ['--mark\r\ncontent-disposition: form-data; name="dryRun"\r\n\r\ntrue', 'mark'],
    ['--mark\r\n\r\nno header at all\r\n--mark--\r\n', 'mark'],
    ['--mark\r\ncontent-disposition: attachment\r\n\r\nx\r\n--mark--\r\n', 'mark'],
    [`${head}title\none\r\n--mark--\r\n`, null],
    [`${head}title\none\r\n--mark--\r\n`, '""'],
    [`${head}title\none\r\n--mark--\r\n`, 'another'],
    ['x', 'x'.repeat(500)],
  ]
  for (const [payload, boundary] of torn) {
    const response = await send('permits', payload, boundary)
    assert.equal(
      response.statusCode,
      400,
      `${JSON.stringify(payload)} ${boundary} -> ${response.statusCode} ${response.body}`,
    )
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    assert.ok(response.json<{ detail: string }>().detail.length > 10, response.body)
  }
  assert.deepEqual(
    await portal.deps.database.query(
      "select id from jobs where kind = 'import' and owner = $1 and collection = 'permits'",
      [people.admin.pid],
    ),
    [],
  )
  assert.deepEqual(await portal.deps.database.query('select job from import_rows', []), [])
})

test('F19: staff work is assigned by name or address; a row that assigns a client or former staff is skipped', async () => {
  const [acme] = await portal.deps.database.query(
    "select pid from orgs where legal_name = 'Acme'",
    [],
    z.object({ pid: z.string() }),
  )
  const ann = await portal.given.user({ role: 'team', name: 'Ann Lee', email: 'ann@portal.example' })
  await portal.given.user({
    role: 'client',
    org: acme?.pid ?? '',
    name: 'Ann Lee',
    email: 'ann@client.example',
  })
  await portal.given.user({ role: 'team', name: 'Gone Grey', status: 'DISABLED' })
  const lines = [
    'title,org,permitType,assignedTo,collaborators',
    'one,Acme,SIGN,ann lee,ann@portal.example',
    `two,Acme,SIGN,${people.client.name},`,
    'three,Acme,SIGN,ann@client.example,',
    'four,Acme,SIGN,Gone Grey,',
    `five,Acme,SIGN,,Ann Lee; ${people.client.email}`,
    'six,Acme,SIGN,,Nobody Known',
  ]
  const { created, skipped, errors } = await importRows('permits', lines)
  assert.deepEqual([created, skipped], [1, 5])
  assert.deepEqual(
    errors.map(({ column, message }) => [column, /is not active staff|user .* not found/.test(message)]),
    [
      ['assignedTo', true],
      ['assignedTo', true],
      ['assignedTo', true],
      ['collaborators', true],
      ['collaborators', true],
    ],
  )
  const [made] = await portal.deps.database.query(
    "select assigned_to, collaborators from permits where title = 'one'",
    [],
    z.object({ assigned_to: z.string(), collaborators: z.array(z.string()) }),
  )
  assert.deepEqual(made, { assigned_to: ann.pid, collaborators: [ann.pid] })
})

test('whoever imports reads in their own language why rows and files are refused', async () => {
  const setLanguage = (language: 'en' | 'es') =>
    portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language } }, people.admin)
  await setLanguage('es')
  const { errors } = await importRows('permits', [
    'title,org,permitType,valuation,targetDate,status',
    'one,Nobody,BUILDING,"1,50",31.31.2026,DRAFT',
    'two,Acme,SHED,#REF!,,',
    'three,Acme,BUILDING,,,,,more',
    `four,Acme,BUILDING,,${'9'.repeat(1_001)},`,
    ',Acme,BUILDING,,,',
  ])
  assert.deepEqual(
    errors.map(({ message }) => message.replace(/9{50,}/, '9')),
    [
      'org: no se encontró “Nobody” (organización); status: “DRAFT” es un borrador del cliente que el personal no puede ver: elija otro estado; targetDate: “31.31.2026” no es una fecha, por ejemplo 2026-05-31 o 05/31/2026; valuation: “1,50” tiene una coma decimal: indique decimal=comma o use un punto decimal',
      'permitType: “SHED” no es un valor conocido; valuation: “#REF!” es un error del libro',
      'La fila tiene 8 celdas y el encabezado 6: puede que una celda tenga un separador sin comillas',
      'targetDate: “9…” tiene más de 1000 caracteres',
      'Estos campos son obligatorios: title',
    ],
  )
  const { detail } = (await send('permits', `${head}title\n"open\r\n--mark--\r\n`)).json<{ detail: string }>()
  assert.equal(
    detail,
    'El archivo termina dentro de una celda entre comillas. Cierre las comillas e inténtelo de nuevo.',
  )
  await setLanguage('en')
})
