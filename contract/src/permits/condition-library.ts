import type { RecordValues } from '../query/writes.ts'
import type { ConditionOwner, conditionKinds, conditionSeverities } from './conditions.ts'

/** A predefined condition of the library. */
export interface LibraryCondition {
  code: string
  text: string
  kind: (typeof conditionKinds)[number]
  severity: (typeof conditionSeverities)[number]
}

const everyType: readonly LibraryCondition[] = [
  {
    code: 'LICENCE_VALID',
    text: 'Contractor license current at submittal.',
    kind: 'PRIOR_TO_SUBMIT',
    severity: 'REQUIRED',
  },
  { code: 'PERMIT_ON_SITE', text: 'Permit posted on site.', kind: 'DURING', severity: 'NOTICE' },
]
const building: readonly LibraryCondition[] = [
  {
    code: 'INSURANCE_PROVEN',
    text: 'Proof of insurance on file.',
    kind: 'PRIOR_TO_ISSUE',
    severity: 'REQUIRED',
  },
  { code: 'FINAL_INSPECTION', text: 'Final inspection passed.', kind: 'POST', severity: 'REQUIRED' },
]
const transport: readonly LibraryCondition[] = [
  {
    code: 'ROUTE_APPROVED',
    text: 'Route approved by all agencies along it.',
    kind: 'PRIOR_TO_ISSUE',
    severity: 'HOLD',
  },
  { code: 'DAYLIGHT_ONLY', text: 'Daylight travel only.', kind: 'DURING', severity: 'NOTICE' },
]
const transportTypes: readonly string[] = ['STOS', 'TROS', 'STOW', 'TROW', 'HC', 'LCV', 'RIG']

/** Conditions that a client meets once for all of its permits. */
const organization: readonly LibraryCondition[] = [
  {
    code: 'SERVICE_AGREEMENT_SIGNED',
    text: 'Service agreement signed.',
    kind: 'PRIOR_TO_SUBMIT',
    severity: 'HOLD',
  },
  {
    code: 'LIABILITY_INSURANCE_CURRENT',
    text: 'Liability insurance current.',
    kind: 'PRIOR_TO_SUBMIT',
    severity: 'REQUIRED',
  },
  {
    code: 'WORKERS_COMP_CURRENT',
    text: 'Workers’ compensation insurance current.',
    kind: 'PRIOR_TO_SUBMIT',
    severity: 'REQUIRED',
  },
  { code: 'ACCOUNT_SETTLED', text: 'Account paid in full.', kind: 'PRIOR_TO_ISSUE', severity: 'REQUIRED' },
  { code: 'CONTACT_ON_SITE', text: 'Site contact named.', kind: 'DURING', severity: 'NOTICE' },
]

/** The library conditions for a record; for a permit, those of its type. */
export function libraryConditions(owner: ConditionOwner, record: RecordValues): readonly LibraryCondition[] {
  if (owner === 'orgs') return organization
  return [...everyType, ...(transportTypes.includes(String(record['permitType'])) ? transport : building)]
}
