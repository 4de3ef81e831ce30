import { allFields, auditFields, englishFieldLabel, fieldLabel } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Field } from '../collections/field.ts'
import type { ImportMapping } from './jobs.ts'

/**
 * Fields an import may fill: every one but pid, version, audit fields and what the portal works out itself.
 * Source: contract.md 10.2.
 */
export function importableFields(declaration: Declaration): [string, Field][] {
  return Object.entries({ ...allFields(declaration), ...declaration.added }).filter(
    ([name, declared]) =>
      declared.computed !== true && declared.derived !== true && !Object.hasOwn(auditFields, name),
  )
}

/**
 * How other offices head their columns, best first; compared in lower case without anything but letters and
 * digits. Among them are the names of the Building and Land Development Specification (BLDS), which many open
 * data portals keep to.
 */
const headerWords: Readonly<Record<string, readonly string[]>> = {
  title: ['projectname', 'permittitle', 'jobname', 'name', 'subject', ...siteWords()],
  org: [
    'client',
    'customer',
    'organization',
    'organisation',
    'company',
    'companyname',
    'contractorcompanyname',
    'contractorcompany',
    'contractorname',
    'contractorfullname',
    'contractor',
    'applicant',
    'applicantname',
    'businessname',
    'permitteesbusinessname',
    'legalname',
    'contact1name',
  ],
  authorityNumber: [
    'permitnumber',
    'permitno',
    'permitnum',
    'permit',
    'permitid',
    'applicationnumber',
    'casenumber',
    'recordnumber',
    'recordid',
    'jobnumber',
    'job',
  ],
  permitType: [
    'permittypemapped',
    'permittype',
    'permittypedesc',
    'permittypedefinition',
    'permittypedescription',
    'recordtype',
    'type',
    'permitkind',
  ],
  status: [
    'statuscurrent',
    'currentstatus',
    'permitstatus',
    'statuscurrentmapped',
    'recordstatus',
    'applicationstatus',
  ],
  siteAddress: siteWords(),
  parcelNo: ['parcelnumber', 'parcel', 'parcelid', 'pin', 'apn'],
  city: ['originalcity', 'sitecity', 'town', 'municipality', 'borough'],
  region: ['state', 'province', 'originalstate', 'sitestate'],
  postalCode: ['zipcode', 'zip', 'postal', 'postcode', 'originalzip', 'sitezip'],
  description: [
    'workdescription',
    'projectdescription',
    'descriptionofwork',
    'jobdescription',
    'details',
    'comments',
  ],
  valuation: [
    'totaljobvaluation',
    'jobvaluation',
    'jobvalue',
    'projectvalue',
    'estprojectcost',
    'estimatedcost',
    'reportedcost',
    'constructioncost',
    'cost',
  ],
  issuedDate: ['dateissued', 'issuedate', 'issueddate', 'issuancedate', 'permitissuedate', 'issued'],
  submittedDate: [
    'datesubmitted',
    'applieddate',
    'applicationdate',
    'applicationstartdate',
    'fileddate',
    'filingdate',
    'permitcreationdate',
    'submitted',
  ],
  expiryDate: [
    'expirationdate',
    'expiresdate',
    'expireddate',
    'dateexpires',
    'permitexpirationdate',
    'expires',
  ],
  closedDate: ['completeddate', 'completiondate', 'finaleddate', 'finaldate', 'dateclosed'],
  lng: ['lon', 'long', 'longitude'],
  lat: ['latitude'],
  legalName: [
    'businessname',
    'contractorcompanyname',
    'contractorcompany',
    'companyname',
    'company',
    'organizationname',
    'organization',
    'organisation',
    'customer',
    'client',
    'name',
  ],
  alternateName: ['dba', 'dbaname', 'tradename', 'tradingname', 'doingbusinessas'],
  primaryContact: ['contact', 'contactname', 'contactperson'],
  address: ['streetaddress', 'mailingaddress', 'businessaddress', 'address1', 'street', 'streetname'],
  licenceNo: ['licensenumber', 'licenseno', 'licencenumber', 'contractorlicnum', 'license'],
  licenceExpiry: ['licenseexpirationdate', 'licenseexpiration', 'licenceexpirydate'],
  email: ['emailaddress', 'mail'],
  phone: ['phonenumber', 'telephone', 'businessphone', 'mobile'],
  dueDate: ['due', 'deadline'],
  permit: ['permitnumber', 'permitno', 'permitnum', 'permit'],
}

/** Where a permit's work is done. */
function siteWords(): string[] {
  return [
    'permitlocation',
    'siteaddress',
    'projectaddress',
    'propertyaddress',
    'originaladdress1',
    'originaladdress',
    'fulladdress',
    'streetaddress',
    'location',
    'address',
    'worklocation',
  ]
}

/** Folded words by which a row is known to be the header of a file for this collection. */
export function knownHeaders(declaration: Declaration): string[] {
  const words = importableFields(declaration).flatMap(([name, declared]) => [
    ...[
      name,
      name.replace(/^custom\./, ''),
      englishFieldLabel(name, declared),
      fieldLabel(name, declared),
    ].map(foldHeader),
    ...(headerWords[name] ?? []),
  ])
  return [...new Set(words)].filter((word) => word !== '')
}

/** What offices call our codes, by field. */
const valueSynonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    final: 'CLOSED',
    finaled: 'CLOSED',
    finalled: 'CLOSED',
    permitfinaled: 'CLOSED',
    permitclosed: 'CLOSED',
    complete: 'CLOSED',
    completed: 'CLOSED',
    active: 'ISSUED',
    permitissued: 'ISSUED',
    reissued: 'ISSUED',
    void: 'VOIDED',
    aborted: 'CANCELLED',
    canceled: 'CANCELLED',
    cancelledcontractorrequired: 'CANCELLED',
    inactivependingrevision: 'CORRECTIONS_REQUIRED',
    additionalinforequested: 'CORRECTIONS_REQUIRED',
    pending: 'UNDER_REVIEW',
    pendingpermit: 'UNDER_REVIEW',
    inreview: 'UNDER_REVIEW',
    planreview: 'UNDER_REVIEW',
    inprogress: 'UNDER_REVIEW',
    applied: 'SUBMITTED',
    filed: 'SUBMITTED',
    applicationaccepted: 'SUBMITTED',
    intake: 'INTAKE_REVIEW',
    permitexpired: 'EXPIRED',
    rejected: 'DENIED',
    disapproved: 'DENIED',
    hold: 'ON_HOLD',
  },
  permitType: {
    bldg: 'BUILDING',
    construction: 'BUILDING',
    electric: 'ELECTRICAL',
    elec: 'ELECTRICAL',
    mech: 'MECHANICAL',
    hvac: 'MECHANICAL',
    plumb: 'PLUMBING',
    roof: 'ROOFING',
    reroof: 'ROOFING',
    solar: 'SOLAR_PV',
    photovoltaic: 'SOLAR_PV',
    signs: 'SIGN',
    signage: 'SIGN',
    demo: 'DEMOLITION',
    wrecking: 'DEMOLITION',
    razing: 'DEMOLITION',
  },
}

/** A header or word as it is compared. */
export function foldHeader(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wholeCode(name: string, declared: Field, cell: string): string | undefined {
  const word = foldHeader(cell)
  const options = declared.options ?? []
  const found = options.find(
    ({ code, label }) => code === cell || foldHeader(code) === word || foldHeader(label) === word,
  )
  if (found !== undefined) return found.code
  const meant = Object.hasOwn(valueSynonyms, name) ? valueSynonyms[name]?.[word] : undefined
  return options.some(({ code }) => code === meant) ? meant : undefined
}

/**
 * The code a cell means: the code itself, its label, or what offices call it; a permit type also where one
 * word of the cell alone names one (`Electrical permit - residential`). Undefined when it is none.
 */
export function codeOf(name: string, declared: Field, cell: string): string | undefined {
  const whole = wholeCode(name, declared, cell)
  if (whole !== undefined || name !== 'permitType') return whole
  const named = new Set(
    cell.split(/[^\p{L}]+/u).flatMap((word) => (word === '' ? [] : (wholeCode(name, declared, word) ?? []))),
  )
  const [only] = named
  return named.size === 1 ? only : undefined
}

/**
 * Do the first values of a column speak against it? Of codes at least one has to be known; without samples
 * nothing is said.
 */
function isUnfit(name: string, declared: Field, samples: readonly string[]): boolean {
  const filled = samples.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return (
    declared.type === 'enum' &&
    filled.length > 0 &&
    filled.every((cell) => codeOf(name, declared, cell) === undefined)
  )
}

/**
 * Which column fills which field, guessed by name, label and what other offices say; fields nothing fits are
 * left out. `samples` are the first rows of the file: a column of codes of which none is ours is no guess,
 * since every row would be refused for it.
 */
export function guessMapping(
  declaration: Declaration,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
): ImportMapping {
  const places = new Map<string, number>()
  for (const [place, header] of headers.entries())
    if (!places.has(foldHeader(header))) places.set(foldHeader(header), place)
  const pairs = importableFields(declaration).flatMap(([name, declared]): [string, string][] => {
    const own = [
      name,
      name.replace(/^custom\./, ''),
      englishFieldLabel(name, declared),
      fieldLabel(name, declared),
    ].map(foldHeader)
    const place = [...own, ...(headerWords[name] ?? [])]
      .flatMap((word) => (word === '' ? [] : (places.get(word) ?? [])))
      .find(
        (each) =>
          !isUnfit(
            name,
            declared,
            samples.map((row) => row[each] ?? ''),
          ),
      )
    const header = place === undefined ? undefined : headers[place]?.trim()
    return header === undefined ? [] : [[name, header]]
  })
  return Object.fromEntries(pairs)
}

/** Required fields that a mapping leaves without a source. */
export function unmappedRequired(declaration: Declaration, mapping: ImportMapping): string[] {
  return Object.entries(declaration.fields)
    .filter(([name, declared]) => declared.required === true && !Object.hasOwn(mapping, name))
    .map(([name]) => name)
}
