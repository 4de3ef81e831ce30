import { optionsOf } from '../collections/field.ts'
import type { Option } from '../collections/field.ts'

/** Permit types of the two seed packs: building, and transport (oversize and overweight). */
export const permitTypes: readonly Option[] = [
  ...optionsOf([
    'BUILDING',
    'ELECTRICAL',
    'PLUMBING',
    'MECHANICAL',
    'ROOFING',
    'SOLAR_PV',
    'SIGN',
    'DEMOLITION',
    'ZONING',
    'FIRE',
    'DRIVEWAY',
  ]).map((option) => (option.code === 'SOLAR_PV' ? { ...option, label: 'Solar PV' } : option)),
  { code: 'STOS', label: 'Single trip oversize' },
  { code: 'TROS', label: 'Term oversize' },
  { code: 'STOW', label: 'Single trip overweight' },
  { code: 'TROW', label: 'Term overweight' },
  { code: 'HC', label: 'Highway crossing' },
  { code: 'LCV', label: 'Long combination vehicle' },
  { code: 'RIG', label: 'Oil field rig' },
]

export const priorities = optionsOf([
  ['URGENT', 'red', 'alert'],
  ['HIGH', 'orange', 'arrow-up'],
  ['NORMAL', 'grey', 'minus'],
  ['LOW', 'slate', 'arrow-down'],
])

export const documentTypes = optionsOf([
  'APPLICATION_FORM',
  'SITE_PLAN',
  'FLOOR_PLAN',
  'STRUCTURAL_PLAN',
  'CONTRACTOR_LICENCE',
  'INSURANCE_CERTIFICATE',
  'OWNER_AUTHORIZATION',
  'ENERGY_REPORT',
  'ROUTE_MAP',
  'VEHICLE_LIST',
  'PHOTO',
  'OTHER',
])
/** States of a document in a submission package. */
export const documentStates = optionsOf([
  ['MISSING', 'grey', 'circle'],
  ['RECEIVED', 'blue', 'box'],
  ['VERIFIED', 'green', 'check'],
  ['REJECTED', 'red', 'cross'],
  ['WAIVED', 'slate', 'minus'],
])
/** Payment methods. */
export const paymentMethodCodes = [
  'CARD',
  'ACH',
  'WIRE',
  'CHEQUE',
  'CASH',
  'POS',
  'ACCOUNT',
  'NO_FEE',
] as const
export const feeCodes = optionsOf(['APPLICATION_FEE', 'PLAN_REVIEW', 'PERMIT_FEE', 'SERVICE_FEE', 'PENALTY'])
