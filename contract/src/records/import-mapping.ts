import { allFields, auditFields, englishFieldLabel, fieldLabel } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Field } from '../collections/field.ts'
import type { ImportMapping } from './jobs.ts'

/**
 * Fields that an import can fill: all except pid, version, audit fields and derived fields. Source:
 * contract.md 10.2.
 */
export function importableFields(declaration: Declaration): [string, Field][] {
  return Object.entries({ ...allFields(declaration), ...declaration.added }).filter(
    ([name, declared]) =>
      declared.computed !== true && declared.derived !== true && !Object.hasOwn(auditFields, name),
  )
}

/**
 * Column headers used by other offices, best match first, compared in lower case with letters and digits
 * only. They include the names of the Building and Land Development Specification (BLDS), which many open
 * data portals use.
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

/** Headers for the site address of a permit. */
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

/**
 * Labels of the contract in other languages, by their English text. An exported file has the labels of its
 * reader's language, and another person may import it.
 */
export type LabelTranslations = Readonly<Record<string, string>>

/** The field's own names as normalized headers: its name and its label in each language. */
function ownHeaders(name: string, declared: Field, translations: LabelTranslations): string[] {
  const english = englishFieldLabel(name, declared)
  const labels = [english, fieldLabel(name, declared), translations[english], declared.labelEs]
  return [name, name.replace(/^custom\./, ''), ...labels].map((label = '') => foldHeader(label))
}

/** Normalized headers that identify the header row of a file for this collection. */
export function knownHeaders(declaration: Declaration, translations: LabelTranslations = {}): string[] {
  const words = importableFields(declaration).flatMap(([name, declared]) => [
    ...ownHeaders(name, declared, translations),
    ...(headerWords[name] ?? []),
  ])
  return [...new Set(words)].filter((word) => word !== '')
}

/** Synonyms of codes used by offices, by field. */
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

/** Normalizes a header or word for comparison. */
export function foldHeader(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wholeCode(
  name: string,
  declared: Field,
  cell: string,
  translations: LabelTranslations,
): string | undefined {
  const word = foldHeader(cell)
  const options = declared.options ?? []
  const found =
    options.find(
      ({ code, label }) => code === cell || foldHeader(code) === word || foldHeader(label) === word,
    ) ??
    options.find(({ label, labelEs }) =>
      [translations[label], labelEs].some((text = '') => text !== '' && foldHeader(text) === word),
    )
  if (found !== undefined) return found.code
  const meant = Object.hasOwn(valueSynonyms, name) ? valueSynonyms[name]?.[word] : undefined
  return options.some(({ code }) => code === meant) ? meant : undefined
}

/**
 * The code of a cell that contains the code, its label or a synonym; undefined when there is none. A permit
 * type is also found when the words of the cell name exactly one (`Electrical permit - residential`).
 */
export function codeOf(
  name: string,
  declared: Field,
  cell: string,
  translations: LabelTranslations = {},
): string | undefined {
  const whole = wholeCode(name, declared, cell, translations)
  if (whole !== undefined || name !== 'permitType') return whole
  const named = new Set(
    cell
      .split(/[^\p{L}]+/u)
      .flatMap((word) => (word === '' ? [] : (wholeCode(name, declared, word, translations) ?? []))),
  )
  const [only] = named
  return named.size === 1 ? only : undefined
}

/**
 * Whether the samples of a column rule the field out. For a coded field, at least one sample must be a known
 * code. Without samples, nothing is ruled out.
 */
function isUnfit(
  name: string,
  declared: Field,
  samples: readonly string[],
  translations: LabelTranslations,
): boolean {
  const filled = samples.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return (
    declared.type === 'enum' &&
    filled.length > 0 &&
    filled.every((cell) => codeOf(name, declared, cell, translations) === undefined)
  )
}

/**
 * Guesses which column fills which field, by name, label and synonyms; fields without a match are omitted.
 * `samples` are the first rows of the file. A column without a known code is not mapped to a coded field,
 * because every row would be refused.
 */
export function guessMapping(
  declaration: Declaration,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
  translations: LabelTranslations = {},
): ImportMapping {
  const columns = new Map<string, number>()
  for (const [column, header] of headers.entries())
    if (!columns.has(foldHeader(header))) columns.set(foldHeader(header), column)
  const pairs = importableFields(declaration).flatMap(([name, declared]): [string, string][] => {
    const samplesOf = (column: number) => samples.map((row) => row[column] ?? '')
    const column = [...ownHeaders(name, declared, translations), ...(headerWords[name] ?? [])]
      .flatMap((word) => (word === '' ? [] : (columns.get(word) ?? [])))
      .find((index) => !isUnfit(name, declared, samplesOf(index), translations))
    const header = column === undefined ? undefined : headers[column]?.trim()
    return header === undefined ? [] : [[name, header]]
  })
  return Object.fromEntries(pairs)
}

/** Required fields without a source in a mapping. */
export function unmappedRequired(declaration: Declaration, mapping: ImportMapping): string[] {
  return Object.entries(declaration.fields)
    .filter(([name, declared]) => declared.required === true && !Object.hasOwn(mapping, name))
    .map(([name]) => name)
}
