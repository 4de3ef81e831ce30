import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSample } from './austin-rows.ts'
import type { AustinRow } from './austin-rows.ts'
import { importSample, ownerOrganization } from './import-sample.ts'

const today = '2026-11-20'
const plain: AustinRow = {
  permit_number: '2015-000001 BP',
  sub_type: 'Residential',
  work_type: 'New',
  permit_location: '18 ELM ST',
  date_issued: '05/31/2015',
  work_description: 'Porch',
  status: 'Final',
  contractor_company: 'Acme, Inc',
  contractor_city: 'AUSTIN',
  contractor_state: 'Tx',
  contractor_postal: '78701',
  total_existing_bldg_footage: '',
  total_new_add_footage: '',
  total_valuation_remodel: '',
  total_job_valuation: '5000',
  remodel_repair_footage: '',
  number_of_units: '1',
  usage_category: '0',
  legal_description: '',
  lat: '30.25',
  lng: '-97.71',
}
const load = (...rows: Partial<AustinRow>[]) =>
  importSample(
    rows.map((row) => ({ ...plain, ...row })),
    today,
    'test',
  )

test('a duplicate number of an organization, in any spelling, is skipped with line and reason', () => {
  const { permits, report } = load(
    {},
    { contractor_company: 'ACME INC.' },
    { contractor_company: 'Other Builders' },
  )
  assert.deepEqual(
    permits.map(({ orgKey }) => orgKey),
    ['acme', 'other builders'],
  )
  assert.deepEqual(report.skipped, [
    {
      line: 3,
      authorityNumber: '2015-000001 BP',
      reason: 'The organization already has a permit of this number',
    },
  ])
})

test('unusable rows are skipped with a reason each, and the others are kept', () => {
  const cases: [Partial<AustinRow>, RegExp][] = [
    [{ status: '' }, /status is missing/],
    [{ status: 'Mislaid' }, /Mislaid is unknown/],
    [{ permit_number: '' }, /number is missing/],
    [{ permit_number: '2015-9 ZZ' }, /names no permit type/],
    [{ date_issued: '13/45/2015' }, /is no day/],
    [{ permit_location: '' }, /address is missing/],
  ]
  for (const [row, reason] of cases) {
    const { permits, report } = load(row, { permit_number: '2015-000002 BP' })
    assert.equal(permits.length, 1)
    assert.match(report.skipped[0]?.reason ?? '', reason)
    assert.equal(report.skipped[0]?.line, 2)
  }
})

test('missing cells are stored as empty and counted', () => {
  const { permits, report } = load({
    lat: '',
    lng: '',
    work_description: '',
    total_job_valuation: 'n/a',
    contractor_company: '',
  })
  const [permit] = permits
  assert.ok(permit)
  assert.deepEqual([permit.lat, permit.lng, permit.description, permit.valuation], [null, null, null, null])
  assert.equal(permit.orgKey, ownerOrganization.key)
  assert.deepEqual(report.remarks, {
    'No contractor: filed under the owners’ organization': 1,
    'No coordinates': 1,
    'No description': 1,
  })
})

test('a permit without contractor belongs to the only contractor at its address, else to the owners', () => {
  const { permits } = load(
    {},
    { permit_number: '2015-000002 EP', contractor_company: '' },
    { permit_number: '2015-000003 EP', contractor_company: '', permit_location: '20 ELM ST' },
  )
  assert.deepEqual(
    permits.map(({ orgKey }) => orgKey),
    ['acme', 'acme', ownerOrganization.key],
  )
})

test('spellings are merged into one organization that keeps the others as other names', () => {
  const { organizations } = load({}, { permit_number: '2015-000002 BP', contractor_company: 'ACME INC.' })
  assert.deepEqual(organizations, [
    {
      key: 'acme',
      name: 'Acme, Inc',
      otherNames: ['ACME INC.'],
      city: 'Austin',
      region: 'TX',
      postalCode: '78701',
    },
  ])
})

test('the sample yields at least 2,000 permits and 500 organizations, and the report lists its bad data', async () => {
  const rows = await readSample()
  assert.ok(rows.length <= 3000)
  const { permits, organizations, report } = importSample(rows, today, 'sample')
  assert.ok(permits.length >= 2000, `${permits.length} permits`)
  assert.ok(organizations.length >= 500, `${organizations.length} organizations`)
  assert.equal(permits.length + report.skipped.length, rows.length)
  const reasons = new Set(report.skipped.map(({ reason }) => reason))
  assert.deepEqual([...reasons].toSorted(), [
    'The organization already has a permit of this number',
    'The status is missing',
  ])
  assert.ok(
    permits.some(({ description }) => /[^\p{ASCII}]/u.test(description ?? '')),
    'non-ASCII text survives',
  )
  assert.ok(
    permits.some(({ description }) => (description?.length ?? 0) > 1000),
    'long text survives',
  )
  assert.ok(
    organizations.some(({ otherNames }) => otherNames.length > 1),
    'spellings are merged',
  )
  assert.equal(
    permits
      .map(({ date }) => date)
      .toSorted()
      .at(-1),
    today,
  )
})
