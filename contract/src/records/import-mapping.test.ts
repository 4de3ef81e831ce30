import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import type { CollectionName } from '../collections/names.ts'
import { englishFieldLabel } from '../collections/declaration.ts'
import { labelsEs } from '../spanish/labels.es.ts'
import { codeOf, guessMapping, importableFields } from './import-mapping.ts'

interface Schema {
  office: string
  collection: CollectionName
  headers: string
  samples?: readonly string[]
  mapping: Readonly<Record<string, string>>
}

/** Headers of files published by cities. */
const schemas: readonly Schema[] = [
  {
    office: 'Austin, daily permits',
    collection: 'permits',
    headers:
      'permit_number,sub_type,work_type,permit_location,date_issued,work_description,status,contractor_company,contractor_city,total_job_valuation,legal_description,lat,lng',
    samples: [
      '2015-047052 MP,R- 101 Single Family Houses,New,9311 N FM 620 RD,05/31/2015,New house,Final,Acme,Austin,20000,Lot 1,30.4,-97.8',
    ],
    mapping: {
      authorityNumber: 'permit_number',
      title: 'permit_location',
      siteAddress: 'permit_location',
      issuedDate: 'date_issued',
      description: 'work_description',
      status: 'status',
      org: 'contractor_company',
      valuation: 'total_job_valuation',
      lat: 'lat',
      lng: 'lng',
    },
  },
  {
    office: 'a portal that keeps to BLDS',
    collection: 'permits',
    headers:
      'PermitNum,Description,AppliedDate,IssuedDate,CompletedDate,ExpiresDate,StatusCurrent,OriginalAddress1,OriginalCity,OriginalState,OriginalZip,PermitClass,PermitTypeMapped,EstProjectCost,PIN,ContractorCompanyName,ProjectName,Latitude,Longitude',
    samples: [
      'E-1,Rewire,2026-01-02,2026-02-01,,2027-02-01,Permit Issued,1 Elm St,Boise,ID,83702,Residential,Electrical,1200,12-3,Acme,Elm Tower,43.6,-116.2',
    ],
    mapping: {
      authorityNumber: 'PermitNum',
      title: 'ProjectName',
      description: 'Description',
      submittedDate: 'AppliedDate',
      issuedDate: 'IssuedDate',
      closedDate: 'CompletedDate',
      expiryDate: 'ExpiresDate',
      status: 'StatusCurrent',
      siteAddress: 'OriginalAddress1',
      city: 'OriginalCity',
      region: 'OriginalState',
      postalCode: 'OriginalZip',
      permitType: 'PermitTypeMapped',
      valuation: 'EstProjectCost',
      parcelNo: 'PIN',
      org: 'ContractorCompanyName',
      lat: 'Latitude',
      lng: 'Longitude',
    },
  },
  {
    office: 'a city whose types are sentences',
    collection: 'permits',
    headers:
      'Permit Number;Permit Type Definition;Permit Creation Date;Current Status;Filed Date;Issued Date;Estimated Cost;Location'.replaceAll(
        ';',
        ',',
      ),
    samples: ['2026-1,otc alterations permit,01/05/2026,complete,01/04/2026,01/06/2026,500,"(37.7"'],
    mapping: {
      authorityNumber: 'Permit Number',
      status: 'Current Status',
      submittedDate: 'Filed Date',
      issuedDate: 'Issued Date',
      valuation: 'Estimated Cost',
      siteAddress: 'Location',
      title: 'Location',
    },
  },
  {
    office: 'Austin, contractors',
    collection: 'orgs',
    headers: 'contractor_company,city,state,postal,permit_count,permit_suffixes,first_issued,last_issued',
    mapping: { legalName: 'contractor_company', city: 'city', region: 'state', postalCode: 'postal' },
  },
  {
    office: 'Tucson, business licences',
    collection: 'orgs',
    headers:
      'Accept_Date,Start_Date,Business_Name,License_Type,Owner_Type,Street_Number,Street_Direction,Street_Name,City,State,Zip_Code,lon,lat',
    mapping: {
      legalName: 'Business_Name',
      address: 'Street_Name',
      city: 'City',
      region: 'State',
      postalCode: 'Zip_Code',
    },
  },
  {
    office: 'a list out of a spreadsheet',
    collection: 'tasks',
    headers: 'Task,Title,Due,Priority,Permit No.',
    mapping: { title: 'Title', dueDate: 'Due', priority: 'Priority', permit: 'Permit No.' },
  },
]

for (const { office, collection, headers, samples = [], mapping } of schemas) {
  test(`the column mapping of ${office} is guessed for ${collection} (contract.md 10.2)`, () => {
    const rows = samples.map((line) => line.split(','))
    assert.deepEqual(guessMapping(collections[collection], headers.split(','), rows), mapping)
  })
}

test('a column is mapped to a coded field only when its first values contain known codes', () => {
  const guess = (type: string) =>
    guessMapping(collections.permits, ['Permit Type'], [[type], ['']])['permitType']
  for (const known of [
    'Electrical',
    'BUILDING',
    'Electrical Permit - Residential',
    'Re-Roof',
    'Demolition (full)',
    'HVAC',
  ])
    assert.equal(guess(known), 'Permit Type', known)
  for (const unknown of ['otc alterations permit', 'Building and Electrical', '8'])
    assert.equal(guess(unknown), undefined, unknown)
  assert.equal(guessMapping(collections.permits, ['Permit Type'])['permitType'], 'Permit Type')
})

test('synonyms of codes are recognized, and other words are not', () => {
  const { permitType, status } = collections.permits.fields
  const types = {
    Electric: 'ELECTRICAL',
    'PERMIT - WRECKING/DEMOLITION': 'DEMOLITION',
    'solar pv': 'SOLAR_PV',
    'Fire Sign': undefined,
    toString: undefined,
  }
  for (const [cell, code] of Object.entries(types))
    assert.equal(codeOf('permitType', permitType, cell), code, cell)
  const states = {
    Final: 'CLOSED',
    'Permit Issued': 'ISSUED',
    'Not issued': undefined,
    'On Hold': 'ON_HOLD',
    ISSUED: 'ISSUED',
  }
  for (const [cell, code] of Object.entries(states)) assert.equal(codeOf('status', status, cell), code, cell)
})

/** What an export in Spanish writes for a label. */
const inSpanish = (label: string) => labelsEs[label] ?? label

test('each column of an export in Spanish goes back into its own field', () => {
  for (const declaration of Object.values(collections)) {
    const fields = importableFields(declaration)
    const headings = fields.map(([name, declared]) => inSpanish(englishFieldLabel(name, declared)))
    const expected = Object.fromEntries(fields.map(([name], column) => [name, headings[column]]))
    assert.deepEqual(guessMapping(declaration, headings, [], labelsEs), expected, declaration.name)
  }
})

test('each value of an export in Spanish is read as its own code', () => {
  for (const declaration of Object.values(collections)) {
    for (const [name, declared] of importableFields(declaration)) {
      for (const { code, label } of declared.options ?? [])
        assert.equal(codeOf(name, declared, inSpanish(label), labelsEs), code, `${declaration.name}.${name}`)
    }
  }
})

test('a Spanish label that an administrator wrote is read too', () => {
  const declared = { type: 'enum', options: [{ code: 'NEW', label: 'New', labelEs: 'Por revisar' }] } as const
  assert.equal(codeOf('status', declared, 'por revisar'), 'NEW')
})
