import type { FeedDialect, FeedFields, FeedStatuses } from './sources.ts'

/** A known feed: what a person would otherwise type when they add a source. */
export interface FeedPreset {
  key: string
  label: string
  dialect: FeedDialect
  address: string
  dataset: string | null
  fields: FeedFields
  statuses: FeedStatuses
}

/** Our status for the words of Austin, as counted in its data. */
const austinStatuses: FeedStatuses = {
  Final: { to: 'CLOSED', policy: 'propose' },
  Closed: { to: 'CLOSED', policy: 'propose' },
  Active: { to: 'ISSUED', policy: 'propose' },
  Expired: { to: 'EXPIRED', policy: 'propose' },
  Withdrawn: { to: 'WITHDRAWN', policy: 'propose' },
  VOID: { to: 'VOIDED', policy: 'propose' },
  'Cancelled – Contractor Required': { to: 'CANCELLED', policy: 'propose' },
  Aborted: { to: 'CANCELLED', policy: 'propose' },
  'Inactive Pending Revision': { to: 'CORRECTIONS_REQUIRED', policy: 'propose' },
  'On Hold': { to: 'ON_HOLD', policy: 'propose' },
  Suspended: { to: 'ON_HOLD', policy: 'propose' },
  Pending: { to: 'UNDER_REVIEW', policy: 'verify' },
  'Pending Permit': { to: 'APPROVED', policy: 'propose' },
}

/**
 * Our status for the words of Calgary. The phases of the work come after the permit is issued, so they only
 * verify. There are no rows of Calgary in this repository to count them in (decision 0166).
 */
const calgaryStatuses: FeedStatuses = {
  New: { to: 'SUBMITTED', policy: 'verify' },
  'Pending Prescreen Review': { to: 'SUBMITTED', policy: 'verify' },
  'Hold - Prescreen Review': { to: 'ON_HOLD', policy: 'propose' },
  'Pending Plans Review Assignment': { to: 'UNDER_REVIEW', policy: 'verify' },
  'Pending Plans Review': { to: 'UNDER_REVIEW', policy: 'verify' },
  'Hold - Pending Plans Review': { to: 'ON_HOLD', policy: 'propose' },
  'Under Review': { to: 'UNDER_REVIEW', policy: 'verify' },
  'Issued Permit': { to: 'ISSUED', policy: 'propose' },
  'Pre Backfill Phase': { to: 'ISSUED', policy: 'verify' },
  'Pre Board Phase': { to: 'ISSUED', policy: 'verify' },
  Completed: { to: 'CLOSED', policy: 'propose' },
  Hold: { to: 'ON_HOLD', policy: 'propose' },
  Refused: { to: 'DENIED', policy: 'propose' },
  Expired: { to: 'EXPIRED', policy: 'propose' },
  Cancelled: { to: 'CANCELLED', policy: 'propose' },
  'Cancelled - Pending Refund': { to: 'CANCELLED', policy: 'propose' },
}

/** The words that BLDS has for every city, used where a feed has `statuscurrentmapped`. */
const bldsStatuses: FeedStatuses = {
  'Application Accepted': { to: 'SUBMITTED', policy: 'verify' },
  'In Review': { to: 'UNDER_REVIEW', policy: 'verify' },
  'Permit Issued': { to: 'ISSUED', policy: 'propose' },
  'Inspection Phase': { to: 'ISSUED', policy: 'propose' },
  'Permit Finaled': { to: 'CLOSED', policy: 'propose' },
  'Permit Cancelled': { to: 'CANCELLED', policy: 'propose' },
}

const bldsFields: FeedFields = {
  number: 'permitnum',
  status: 'statuscurrentmapped',
  issuedDate: 'issueddate',
  expiryDate: 'expiresdate',
  appliedDate: 'applieddate',
  link: 'link',
  client: 'contractorcompanyname',
}

/** The feeds whose columns are known. A person checks the statuses with “Try it” before the first run. */
export const feedPresets: readonly FeedPreset[] = [
  {
    key: 'austin',
    label: 'Austin, issued construction permits',
    dialect: 'soda2',
    address: 'https://data.austintexas.gov',
    dataset: '3syk-w9eu',
    fields: {
      number: 'permit_number',
      status: 'status_current',
      statusDate: 'statusdate',
      issuedDate: 'issue_date',
      expiryDate: 'expiresdate',
      appliedDate: 'applieddate',
      link: 'link',
      client: 'contractor_company_name',
    },
    statuses: austinStatuses,
  },
  {
    key: 'chicago',
    label: 'Chicago, building permits',
    dialect: 'soda2',
    address: 'https://data.cityofchicago.org',
    dataset: 'ydr8-5enu',
    fields: {
      number: 'permit_',
      status: 'permit_status',
      issuedDate: 'issue_date',
      appliedDate: 'application_start_date',
      client: 'contact_1_name',
    },
    statuses: {},
  },
  {
    key: 'seattle',
    label: 'Seattle, building permits',
    dialect: 'soda2',
    address: 'https://data.seattle.gov',
    dataset: '76t5-zqzr',
    fields: { ...bldsFields },
    statuses: bldsStatuses,
  },
  {
    key: 'cincinnati',
    label: 'Cincinnati, building permits',
    dialect: 'soda2',
    address: 'https://data.cincinnati-oh.gov',
    dataset: 'uhjb-xac9',
    fields: { ...bldsFields },
    statuses: bldsStatuses,
  },
  {
    key: 'calgary',
    label: 'Calgary, building permits',
    dialect: 'soda2',
    address: 'https://data.calgary.ca',
    dataset: 'c2es-76ed',
    fields: {
      number: 'permitnum',
      status: 'statuscurrent',
      issuedDate: 'issueddate',
      appliedDate: 'applieddate',
      client: 'contractorname',
    },
    statuses: calgaryStatuses,
  },
  {
    key: 'san-francisco',
    label: 'San Francisco, building permits',
    dialect: 'soda2',
    address: 'https://data.sfgov.org',
    dataset: 'i98e-djp9',
    fields: {
      number: 'permit_number',
      status: 'status',
      statusDate: 'status_date',
      issuedDate: 'issued_date',
      appliedDate: 'filed_date',
    },
    statuses: {},
  },
  {
    key: 'los-angeles',
    label: 'Los Angeles, building permits issued from 2020',
    dialect: 'soda2',
    address: 'https://data.lacity.org',
    dataset: 'pi9x-tg5x',
    fields: {
      number: 'permit_nbr',
      status: 'status_desc',
      statusDate: 'status_date',
      issuedDate: 'issue_date',
      appliedDate: 'submitted_date',
    },
    statuses: {},
  },
  {
    key: 'raleigh',
    label: 'Raleigh, building permits',
    dialect: 'arcgis',
    address:
      'https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Building_Permits/FeatureServer/0',
    dataset: null,
    fields: {
      number: 'permitnum',
      status: 'statuscurrentmapped',
      issuedDate: 'issueddate',
      appliedDate: 'applieddate',
      client: 'contractorcompanyname',
    },
    statuses: bldsStatuses,
  },
  {
    key: 'toronto',
    label: 'Toronto, active building permits',
    dialect: 'ckan',
    address: 'https://ckan0.cf.opendata.inter.prod-toronto.ca',
    dataset: '6d0229af-bc54-46de-9c2b-26759b01dd05',
    fields: {
      number: 'PERMIT_NUM',
      status: 'STATUS',
      issuedDate: 'ISSUED_DATE',
      appliedDate: 'APPLICATION_DATE',
      client: 'BUILDER_NAME',
    },
    statuses: {},
  },
]
