import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult, PermitLibraryView, seedLibrary } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { importFile } from './test-support/import-file.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
})
after(() => portal.close())
const ask = apiClient(() => portal)

const curbCut = {
  code: 'CURB_CUT',
  label: 'Curb cut',
  labelEs: 'Corte de acera',
  category: 'BUILDING',
  authorities: [],
} as const
const save = (version: number, retired: boolean) =>
  ask(people.admin, 'PATCH', 'permit-library', {
    version,
    ...seedLibrary,
    permitTypes: [...seedLibrary.permitTypes, { ...curbCut, retired }],
  })
async function imported(file: string) {
  const mapping = JSON.stringify({ title: 'Title', org: 'Client', permitType: 'Type' })
  const job = await importFile(portal, {
    file: `Title,Client,Type\n${file}`,
    fields: { mapping },
    as: people.admin,
  })
  assert.equal(job.state, 'done', job.detail)
  return ImportResult.parse(job.result)
}

test('imports take the name of an added permit type, in Spanish too, and exports write its code; a retired one is refused', async () => {
  await save(0, false)
  assert.equal((await imported('Cut A,Acme,Curb cut\nCut B,Acme,Corte de acera\n')).created, 2)
  const filter = encodeURIComponent(JSON.stringify({ title: { startsWith: 'Cut' } }))
  const url = `/api/export/permits?format=csv&fields=title,permitType&filter=${filter}`
  const exported = await portal.send({ method: 'GET', url }, people.admin)
  assert.deepEqual(exported.body.replace('\uFEFF', '').trim().split('\r\n').slice(1).toSorted(), [
    'Cut A,CURB_CUT',
    'Cut B,CURB_CUT',
  ])
  await save(1, true)
  const { created, errors } = await imported('Cut C,Acme,Curb cut\n')
  assert.equal(created, 0)
  assert.match(JSON.stringify(errors), /is retired and cannot be chosen any more/)
})

const inspection = {
  code: 'INSPECTION_FEE',
  label: 'Inspection fee',
  labelEs: 'Cargo de inspección',
}

test('the same holds for the fees of payments', async () => {
  const saveFee = async (retired: boolean) => {
    const known = PermitLibraryView.parse(await ask(people.admin, 'GET', 'permit-library'))
    const fees = [...seedLibrary.fees, { ...inspection, retired }]
    await ask(people.admin, 'PATCH', 'permit-library', { ...known, fees })
  }
  const payments = async (file: string) => {
    const mapping = JSON.stringify({ kind: 'Kind', org: 'Client', feeCode: 'Fee', amount: 'Amount' })
    const job = await importFile(portal, {
      file: `Kind,Client,Fee,Amount\n${file}`,
      fields: { mapping },
      collection: 'payments',
      as: people.admin,
    })
    assert.equal(job.state, 'done', job.detail)
    return ImportResult.parse(job.result)
  }
  await saveFee(false)
  const made = await payments('INVOICE,Acme,Inspection fee,77.01\nINVOICE,Acme,Cargo de inspección,77.02\n')
  assert.deepEqual([made.created, made.errors], [2, []])
  const filter = encodeURIComponent(JSON.stringify({ feeCode: ['INSPECTION_FEE'] }))
  const url = `/api/export/payments?format=csv&fields=amount,feeCode&filter=${filter}`
  const exported = await portal.send({ method: 'GET', url }, people.admin)
  assert.deepEqual(exported.body.replace('\uFEFF', '').trim().split('\r\n').slice(1).toSorted(), [
    '77.01,INSPECTION_FEE',
    '77.02,INSPECTION_FEE',
  ])
  await saveFee(true)
  const { created, errors } = await payments('INVOICE,Acme,Inspection fee,77.03\n')
  assert.equal(created, 0)
  assert.match(JSON.stringify(errors), /is retired and cannot be chosen any more/)
})
