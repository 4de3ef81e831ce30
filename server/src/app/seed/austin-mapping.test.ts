import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  openStatuses,
  shiftDate,
  toSiteAddress,
  toAttributes,
  toCents,
  toDate,
  toNumber,
  toPermitType,
  toStatus,
  toTitle,
} from './austin-mapping.ts'
import { parseAustinRows } from './austin-rows.ts'
import { fractionOf } from '#domain/seed/random.ts'

const header =
  'permit_number,sub_type,work_type,permit_location,date_issued,work_description,status,contractor_company,contractor_city,contractor_state,contractor_postal,total_existing_bldg_footage,total_new_add_footage,total_valuation_remodel,total_job_valuation,remodel_repair_footage,number_of_units,usage_category,legal_description,lat,lng'

test('each status of the source maps to a status of the portal', () => {
  const table = {
    Final: 'CLOSED',
    Closed: 'CLOSED',
    Expired: 'EXPIRED',
    Withdrawn: 'WITHDRAWN',
    VOID: 'VOIDED',
    'Cancelled - Contractor Required': 'CANCELLED',
    Aborted: 'CANCELLED',
    'On Hold': 'ON_HOLD',
    'Inactive Pending Revision': 'CORRECTIONS_REQUIRED',
    Pending: 'UNDER_REVIEW',
    'Pending Permit': 'UNDER_REVIEW',
  }
  for (const [source, ours] of Object.entries(table))
    assert.equal(toStatus(source, '2015-000001 BP'), ours, source)
})

test('an unknown status maps to null, even the name of an object member', () => {
  for (const status of ['', 'final', 'constructor', '__proto__'])
    assert.equal(toStatus(status, '2015-000001 BP'), null, status)
})

test('60 % of active permits are issued, the others have statuses 1 to 10 depending on the number', () => {
  const numbers = Array.from({ length: 20_000 }, (_, place) => `2015-${String(place).padStart(6, '0')} EP`)
  const statuses = numbers.map((number) => toStatus('Active', number))
  const share = (status: string) => statuses.filter((each) => each === status).length / numbers.length
  assert.ok(Math.abs(share('ISSUED') - 0.6) < 0.02, `ISSUED ${share('ISSUED')}`)
  for (const status of openStatuses)
    assert.ok(Math.abs(share(status) - 0.04) < 0.01, `${status} ${share(status)}`)
  assert.deepEqual(
    numbers.map((number) => toStatus('Active', number)),
    statuses,
  )
  assert.equal(toStatus('Active', numbers[7] ?? '') === 'ISSUED', fractionOf(numbers[7] ?? '') < 0.6)
})

test('the suffix of the number determines the permit type', () => {
  const table = { BP: 'BUILDING', EP: 'ELECTRICAL', MP: 'MECHANICAL', PP: 'PLUMBING', DS: 'DRIVEWAY' }
  for (const [suffix, type] of Object.entries(table))
    assert.equal(toPermitType(`2015-047052 ${suffix}`), type)
  for (const number of ['2015-047052', '2015-047052 XX', '2015-047052BP', ''])
    assert.equal(toPermitType(number), null, number)
})

test('days are shifted so that the last day of the file is today', () => {
  assert.equal(toDate('05/31/2015'), '2015-05-31')
  for (const cell of ['', '31/05/2015', '02/29/2015', '2015-05-31', '5/1/2015'])
    assert.equal(toDate(cell), null, cell)
  assert.equal(shiftDate('2015-05-31', '2026-11-20'), '2026-11-20')
  assert.equal(shiftDate('2015-01-02', '2026-11-20'), '2026-06-24')
  assert.equal(shiftDate('2015-05-31', '2024-02-29'), '2024-02-29')
})

test('valuations become cents, and invalid numbers become null', () => {
  assert.equal(toCents('2000'), 200_000)
  assert.equal(toCents('0'), 0)
  assert.equal(toCents('19.99'), 1999)
  for (const cell of ['', '-5', '$20', '1e5']) assert.equal(toCents(cell), null, cell)
  assert.equal(toNumber('-97.84', -180, 180), -97.84)
  assert.equal(toNumber('-997.84', -180, 180), null)
})

test('addresses and titles are in normal case', () => {
  assert.equal(toSiteAddress('9311 N FM 620 RD'), '9311 N FM 620 Rd')
  assert.equal(toSiteAddress('2604  E 6TH ST  BLDG B'), '2604 E 6th St Bldg B')
  const [repair, sign, fresh] = parseAustinRows(
    [
      header,
      '2015-1 MP,Residential,Repair,18 ELM ST,01/02/2015,,Final,,,,,,,,,,,,,,',
      '2015-2 BP,Sign Permit,New,18 ELM ST,01/02/2015,,Final,,,,,,,,,,,,,,',
      '2015-3 BP,R- 101 Single Family Houses,New,18 ELM ST,01/02/2015,,Final,,,,,,1200,,,,2,0,LOT 1,,',
    ].join('\n'),
  )
  assert.ok(repair && sign && fresh)
  assert.equal(toTitle(repair, 'MECHANICAL'), 'Mechanical repair, 18 Elm St')
  assert.equal(toTitle(sign, 'BUILDING'), 'New sign, 18 Elm St')
  assert.equal(toTitle(fresh, 'BUILDING'), 'New building, 18 Elm St')
  assert.deepEqual(toAttributes(fresh), {
    permitClass: 'R- 101 Single Family Houses',
    workType: 'New',
    units: 2,
    newFootage: 1200,
    legalDescription: 'LOT 1',
  })
})
