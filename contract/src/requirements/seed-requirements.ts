import { feeCodes } from '../permits/code-tables.ts'
import { seedLibrary } from '../permit-library/permit-library.ts'
import type { PermitCategory } from '../permit-library/permit-library.ts'
import type { LibraryCondition, RequirementRule, Requirements } from './requirements.ts'

const rule = (given: Partial<RequirementRule>): RequirementRule => ({
  authority: null,
  permitType: null,
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  ...given,
})

const typesOf = (category: PermitCategory) =>
  seedLibrary.permitTypes.flatMap((type) => (type.category === category ? [type.code] : []))

const documentsOf: Readonly<Record<string, readonly string[]>> = {
  BUILDING: ['SITE_PLAN', 'FLOOR_PLAN', 'STRUCTURAL_PLAN', 'CONTRACTOR_LICENCE'],
  ELECTRICAL: ['CONTRACTOR_LICENCE'],
  MECHANICAL: ['CONTRACTOR_LICENCE', 'ENERGY_REPORT'],
  PLUMBING: ['CONTRACTOR_LICENCE'],
  DRIVEWAY: ['SITE_PLAN', 'INSURANCE_CERTIFICATE'],
}

const conditions: readonly LibraryCondition[] = [
  {
    code: 'LICENCE_VALID',
    text: 'Contractor license current at submittal.',
    kind: 'PRIOR_TO_SUBMIT',
    severity: 'REQUIRED',
  },
  { code: 'PERMIT_ON_SITE', text: 'Permit posted on site.', kind: 'DURING', severity: 'NOTICE' },
  {
    code: 'INSURANCE_PROVEN',
    text: 'Proof of insurance on file.',
    kind: 'PRIOR_TO_ISSUE',
    severity: 'REQUIRED',
  },
  { code: 'FINAL_INSPECTION', text: 'Final inspection passed.', kind: 'POST', severity: 'REQUIRED' },
  {
    code: 'ROUTE_APPROVED',
    text: 'Route approved by all agencies along it.',
    kind: 'PRIOR_TO_ISSUE',
    severity: 'HOLD',
  },
  { code: 'DAYLIGHT_ONLY', text: 'Daylight travel only.', kind: 'DURING', severity: 'NOTICE' },
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

/** The requirements with which a new portal begins: publication 0. Source: domain.md 1.9 and 3. */
export const seedRequirements: Requirements = {
  rules: [
    rule({
      required: ['APPLICATION_FORM'],
      optional: ['OWNER_AUTHORIZATION', 'PHOTO'],
      conditions: ['LICENCE_VALID', 'PERMIT_ON_SITE'],
      fees: feeCodes.map(({ code }) => code),
    }),
    ...typesOf('BUILDING').map((permitType) =>
      rule({
        permitType,
        required: [...(documentsOf[permitType] ?? [])],
        conditions: ['INSURANCE_PROVEN', 'FINAL_INSPECTION'],
      }),
    ),
    ...typesOf('TRANSPORT').map((permitType) =>
      rule({ permitType, conditions: ['ROUTE_APPROVED', 'DAYLIGHT_ONLY'] }),
    ),
    rule({ authority: 'AUSTIN_FIRE', required: ['FLOOR_PLAN'] }),
    rule({ authority: 'AUSTIN_TRANSPORTATION', required: ['SITE_PLAN', 'INSURANCE_CERTIFICATE'] }),
    rule({ authority: 'TRAVIS_COUNTY', required: ['SITE_PLAN', 'OWNER_AUTHORIZATION'] }),
    rule({ authority: 'TEXAS_DMV', required: ['VEHICLE_LIST', 'ROUTE_MAP', 'INSURANCE_CERTIFICATE'] }),
  ],
  conditions: [...conditions],
  clientConditions: [
    'SERVICE_AGREEMENT_SIGNED',
    'LIABILITY_INSURANCE_CURRENT',
    'WORKERS_COMP_CURRENT',
    'ACCOUNT_SETTLED',
    'CONTACT_ON_SITE',
  ],
}
