import { allFields, auditFields, fieldLabel } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Field } from '../collections/field.ts'
import type { ImportMapping } from './jobs.ts'

/** Fields an import may fill: every one but pid, version, audit fields and what is computed. Source: contract.md 10.2. */
export function importableFields(declaration: Declaration): [string, Field][] {
  return Object.entries({ ...allFields(declaration), ...declaration.added }).filter(
    ([name, declared]) => declared.computed !== true && !Object.hasOwn(auditFields, name),
  )
}

/** How other offices head their columns, best first; compared in lower case without anything but letters and digits. */
const headerWords: Readonly<Record<string, readonly string[]>> = {
  title: ['projectname', 'permittitle', 'name', 'subject', 'siteaddress', 'permitlocation', 'address', 'location'],
  org: ['client', 'organization', 'organisation', 'company', 'contractorcompany', 'contractor', 'applicant', 'businessname', 'legalname'],
  authorityNumber: ['permitnumber', 'permitno', 'permitnum', 'permitid', 'applicationnumber', 'casenumber'],
  permitType: ['permittype', 'type', 'permitkind'],
  siteAddress: ['permitlocation', 'siteaddress', 'projectaddress', 'location', 'address', 'originaladdress'],
  description: ['workdescription', 'projectdescription', 'details'],
  valuation: ['totaljobvaluation', 'jobvaluation', 'jobvalue', 'projectvalue', 'cost'],
  issuedDate: ['dateissued', 'issuedate', 'issued'],
  submittedDate: ['datesubmitted', 'applieddate', 'applicationdate', 'submitted'],
  expiryDate: ['expirationdate', 'dateexpires', 'expires', 'expiresdate'],
  lng: ['lon', 'long', 'longitude'],
  lat: ['latitude'],
  legalName: ['businessname', 'contractorcompany', 'companyname', 'company', 'organization', 'organisation', 'client', 'name'],
  alternateName: ['dba', 'tradingname'],
  address: ['streetaddress', 'street', 'streetname'],
  postalCode: ['zipcode', 'zip', 'postal', 'postcode'],
  region: ['state', 'province'],
  licenceNo: ['licensenumber', 'licenseno', 'licencenumber'],
  email: ['emailaddress', 'mail'],
  phone: ['phonenumber', 'telephone', 'mobile'],
  dueDate: ['due'],
  permit: ['permitnumber', 'permitno', 'permit'],
}

/** What offices call our codes, by field. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    final: 'CLOSED',
    finaled: 'CLOSED',
    complete: 'CLOSED',
    completed: 'CLOSED',
    active: 'ISSUED',
    void: 'VOIDED',
    aborted: 'CANCELLED',
    canceled: 'CANCELLED',
    cancelledcontractorrequired: 'CANCELLED',
    inactivependingrevision: 'CORRECTIONS_REQUIRED',
    pending: 'UNDER_REVIEW',
    pendingpermit: 'UNDER_REVIEW',
  },
}

/** A header or word as it is compared. */
export function foldHeader(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The code a cell means: the code itself, its label, or what offices call it; undefined when it is none. */
export function codeOf(name: string, declared: Field, cell: string): string | undefined {
  const word = foldHeader(cell)
  const options = declared.options ?? []
  const found = options.find(({ code, label }) => code === cell || foldHeader(code) === word || foldHeader(label) === word)
  if (found !== undefined) return found.code
  const meant = Object.hasOwn(valueWords, name) ? valueWords[name]?.[word] : undefined
  return options.some(({ code }) => code === meant) ? meant : undefined
}

/** Which column fills which field, guessed by name, label and what other offices say; fields nothing fits are left out. */
export function guessMapping(declaration: Declaration, headers: readonly string[]): ImportMapping {
  const byWord = new Map(headers.map((header) => [foldHeader(header), header.trim()]))
  const pairs = importableFields(declaration).flatMap(([name, declared]): [string, string][] => {
    const own = [name, name.replace(/^custom\./, ''), fieldLabel(name, declared)].map(foldHeader)
    const word = [...own, ...(headerWords[name] ?? [])].find((each) => each !== '' && byWord.has(each))
    const header = word === undefined ? undefined : byWord.get(word)
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
