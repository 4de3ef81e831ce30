import type { ChecklistItem } from '../machines/packages.ts'

const requiredFor: Readonly<Record<string, readonly string[]>> = {
  BUILDING: ['APPLICATION_FORM', 'SITE_PLAN', 'FLOOR_PLAN', 'STRUCTURAL_PLAN', 'CONTRACTOR_LICENCE'],
  ELECTRICAL: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE'],
  MECHANICAL: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE', 'ENERGY_REPORT'],
  PLUMBING: ['APPLICATION_FORM', 'CONTRACTOR_LICENCE'],
  DRIVEWAY: ['APPLICATION_FORM', 'SITE_PLAN', 'INSURANCE_CERTIFICATE'],
}
const optional = ['OWNER_AUTHORIZATION', 'PHOTO']

/** Additional documents that an authority requires for every submission. */
const wantedBy: Readonly<Record<string, readonly string[]>> = {
  AUSTIN_FIRE: ['FLOOR_PLAN'],
  AUSTIN_TRANSPORTATION: ['SITE_PLAN', 'INSURANCE_CERTIFICATE'],
  TRAVIS_COUNTY: ['SITE_PLAN', 'OWNER_AUTHORIZATION'],
  TEXAS_DMV: ['VEHICLE_LIST', 'ROUTE_MAP', 'INSURANCE_CERTIFICATE'],
}

/**
 * Documents required to submit a permit of this type to the authority with these codes; at least the
 * application form. Source: domain.md 1.9, contract.md 10.1.
 */
export function requiredDocuments(
  permitType: string,
  authorityCodes: readonly string[],
): { required: readonly string[]; optional: readonly string[] } {
  const ofType = requiredFor[permitType] ?? ['APPLICATION_FORM']
  const required = [...new Set([...ofType, ...authorityCodes.flatMap((code) => wantedBy[code] ?? [])])]
  return { required, optional: optional.filter((each) => !required.includes(each)) }
}

/** The initial checklist of a new package: all documents are missing. */
export function newChecklist(permitType: string, authorityCodes: readonly string[]): ChecklistItem[] {
  const { required, optional: further } = requiredDocuments(permitType, authorityCodes)
  const item = (documentType: string, isRequired: boolean): ChecklistItem => ({
    documentType,
    required: isRequired,
    state: 'MISSING',
    file: null,
    onPaper: false,
    reason: null,
  })
  return [
    ...required.map((requirement) => item(requirement, true)),
    ...further.map((each) => item(each, false)),
  ]
}
