import { optionsOf } from './field.ts'
import { field } from './field.ts'
import { declare, ownOrganization } from './declaration.ts'
import type { Declaration, Scope } from './declaration.ts'
import { permitTypes, priorities } from '../permits/code-tables.ts'
import { assignedForText } from '../people/absence.ts'
import { issuanceFields } from '../permits/issuance.ts'
import { buckets, holdReasons, pipelineStages } from '../permits/status-map.ts'
import { seedMap } from '../permits/seed-status-map.ts'
import { statusOptions } from '../permits/status-options.ts'
import { hasOrgRole } from '../access/org-roles.ts'
import { isAdministrator, isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'

export const paymentStatuses = optionsOf([
  ['NONE', 'grey', 'minus'],
  ['DUE', 'amber', 'money', 'Fee due'],
  ['PARTIAL', 'blue', 'money'],
  ['PAID', 'green', 'check'],
  ['OVERDUE', 'red', 'alert'],
  ['REFUNDED', 'purple', 'refresh'],
  ['WAIVED', 'slate', 'check'],
])

/** Labels for clients that say whose turn it is. */
const courtsToClients: Readonly<Record<string, string>> = {
  OURS: 'The office',
  CLIENT: 'You',
  AUTHORITY: 'The agency',
}
const courtOptions = optionsOf([
  ['OURS', 'blue', 'flag', 'Our office'],
  ['CLIENT', 'amber', 'person', 'Client'],
  ['AUTHORITY', 'indigo', 'send', 'Agency'],
  ['NONE', 'grey', 'minus', 'No one'],
]).map((option) => ({ ...option, clientLabel: courtsToClients[option.code] ?? option.label }))

const outcomes = [
  'ISSUED',
  'APPROVED',
  'DENIED',
  'WITHDRAWN',
  'CANCELLED',
  'EXPIRED',
  'REVOKED',
  'VOIDED',
  'SUPERSEDED',
  'CLOSED',
] as const
const dates = { writer: 'system', section: 'Dates' } as const
const clock = { writer: 'system', masked: true, section: 'Time tracking' } as const
// Hidden here because the Status tab shows these times as running clocks.
const time = { ...clock, duration: true, derived: true, internal: 'hidden' } as const
const place = { clientWrites: true, section: 'Site' } as const
const derived = { derived: true, writer: 'system', section: 'Payment' } as const

const fields = {
  refNo: field.text({
    width: 150,
    writer: 'system',
    shown: true,
    searched: true,
    unique: true,
    indexed: true,
    section: 'Permit',
  }),
  title: field.text({
    width: 186,
    shown: true,
    searched: true,
    indexed: true,
    required: true,
    clientWrites: true,
    section: 'Permit',
  }),
  org: field.ref('orgs', {
    width: 148,
    shown: true,
    indexed: true,
    required: true,
    clientWrites: true,
    section: 'People',
    changeWarning:
      'The former client loses access immediately. The permit’s tasks and packages move to the new client. Shared files become internal and client approvals are removed. Share files and request approval again for the new client.',
  }),
  permitType: field.enum(permitTypes, {
    library: 'permitTypes',
    shown: true,
    indexed: true,
    required: true,
    clientWrites: true,
    section: 'Permit',
  }),
  status: field.enum(statusOptions(seedMap), {
    width: 160,
    shown: true,
    indexed: true,
    writer: 'system',
    section: 'Permit',
  }),
  pipelineStage: field.enum(optionsOf(pipelineStages), {
    shown: true,
    indexed: true,
    derived: true,
    writer: 'system',
    section: 'Permit',
  }),
  authority: field.movedRef('authorities', 'authority_pid', {
    width: 122,
    shown: true,
    indexed: true,
    fewValues: true,
    label: 'Agency',
    section: 'Permit',
  }),
  assignedTo: field.ref('users', {
    width: 122,
    shown: true,
    indexed: true,
    masked: true,
    staff: true,
    section: 'People',
  }),
  priority: field.enum(priorities, {
    width: 98,
    shown: true,
    indexed: true,
    masked: true,
    section: 'Permit',
  }),
  targetDate: field.date({
    width: 130,
    shown: true,
    indexed: true,
    clientWrites: true,
    calendar: 'event',
    section: 'Dates',
  }),
  submittedDate: field.date({ ...dates, shown: true, indexed: true }),
  paymentStatus: field.enum(paymentStatuses, { ...derived, shown: true, indexed: true }),
  authorityNumber: field.text({
    searched: true,
    indexed: true,
    label: 'Agency permit number',
    section: 'Permit',
    formOf: {
      reference: 'authority',
      collection: 'authorities',
      pattern: 'numberPattern',
      example: 'numberExample',
    },
  }),
  siteAddress: field.text({ ...place, searched: true }),
  parcelNo: field.text({ ...place, searched: true, label: 'Parcel number (APN)' }),
  city: field.text({ ...place, indexed: true, fewValues: true }),
  region: field.text({ ...place, label: 'State' }),
  postalCode: field.text({ ...place, label: 'ZIP code' }),
  lat: field.decimal({ ...place, label: 'Latitude', range: [-90, 90] }),
  lng: field.decimal({ ...place, label: 'Longitude', range: [-180, 180] }),
  description: field.longText({ clientWrites: true, searched: true, section: 'Permit' }),
  valuation: field.money({ clientWrites: true, section: 'Site' }),
  receivedDate: field.date({ ...dates, indexed: true }),
  acceptedDate: field.date(dates),
  approvedDate: field.date(dates),
  issuedDate: field.date({ ...dates, indexed: true, calendar: 'event' }),
  expiryDate: field.date({ ...dates, indexed: true, calendar: 'event', label: 'Expiration date' }),
  closedDate: field.date({ ...dates, indexed: true }),
  daysToExpiry: field.integer({ ...dates, computed: true, label: 'Days until expiration' }),
  statusChangedAt: field.datetime({ ...dates, indexed: true, label: 'Status since' }),
  statusVerifiedAt: field.datetime({
    writer: 'staff',
    internal: 'more',
    label: 'Last checked with agency',
    section: 'Dates',
    masked: true,
  }),
  holdReason: field.enum(optionsOf(holdReasons), { writer: 'system', section: 'Permit' }),
  court: field.enum(courtOptions, {
    derived: true,
    writer: 'system',
    indexed: true,
    label: 'Waiting on',
    section: 'Permit',
  }),
  bucket: field.enum(
    buckets.map((code) => ({ code, label: code === 'processing' ? 'Processing' : 'Processed' })),
    { derived: true, writer: 'system', internal: 'hidden', section: 'Permit' },
  ),
  outcome: field.enum(optionsOf(outcomes), { writer: 'system', internal: 'more', section: 'Permit' }),
  ourSeconds: field.decimal({ ...time, label: 'Time with us' }),
  clientSeconds: field.decimal({ ...time, label: 'Time with client' }),
  authoritySeconds: field.decimal({ ...time, label: 'Time with agency' }),
  clockStartedAt: field.datetime({ ...clock, derived: true, internal: 'hidden' }),
  cycleNo: field.integer({
    range: [1, 1_000],
    writer: 'system',
    internal: 'more',
    label: 'Submission cycle',
    section: 'Permit',
  }),
  parent: field.ref('permits', { label: 'Master permit', section: 'Related permits' }),
  original: field.ref('permits', { writer: 'system', label: 'Original permit', section: 'Related permits' }),
  previousRevision: field.ref('permits', {
    writer: 'system',
    label: 'Prior revision',
    section: 'Related permits',
  }),
  revision: field.integer({
    range: [0, 1_000],
    writer: 'system',
    internal: 'more',
    section: 'Related permits',
  }),
  renewalOf: field.ref('permits', { writer: 'system', section: 'Related permits' }),
  feeTotal: field.money(derived),
  paidTotal: field.money(derived),
  balance: field.money(derived),
  origin: field.enum(optionsOf(['CLIENT_PORTAL', 'STAFF', 'EMAIL', 'IMPORT', 'API']), {
    writer: 'system',
    internal: 'more',
    section: 'System information',
  }),
  collaborators: field.list({
    masked: true,
    staff: true,
    members: 'users',
    section: 'People',
    description: 'Other staff working on this permit',
  }),
  tags: field.list({ masked: true, section: 'Permit' }),
  attributes: field.json({
    clientWrites: true,
    internal: 'more',
    label: 'Type-specific details',
    section: 'Permit',
  }),
  refundedTotal: field.money({ ...derived, label: 'Refunded' }),
  assignedFor: field.ref('users', {
    masked: true,
    writer: 'system',
    assigned: true,
    section: 'People',
    description: assignedForText,
  }),
  requirementsNumber: field.integer({
    range: [0, 2_147_483_647],
    writer: 'system',
    derived: true,
    internal: 'more',
    masked: true,
    label: 'Version of the requirements',
    section: 'Permit',
  }),
}

/** Members of an organization prepare its drafts. */
const ownDrafts = (actor: Actor): Scope => (hasOrgRole(actor, 'MEMBER') ? { status: 'DRAFT' } : 'closed')

const access: Declaration['access'] = {
  // A client's draft is private to its organization. Staff see the records of clients from the status NEW
  // onward. Source: domain.md 5.
  read: ownOrganization({ status: { ne: 'DRAFT' } }),
  create: (actor) => hasOrgRole(actor, 'MEMBER'),
  update: (actor) => (isStaff(actor.role) ? 'all' : ownDrafts(actor)),
  delete: (actor) =>
    isAdministrator(actor.role) ? 'all' : actor.role === 'client' ? ownDrafts(actor) : 'closed',
}

const common = {
  stepTabs: ['Documents'],
  table: 'permits',
  responseField: 'permits',
  pageSize: 50,
  noun: 'permit',
  titleField: 'title',
  numberField: 'refNo',
  numberPrefix: 'PM',
  defaultSort: '-createdAt',
  columnsShown: 12,
  // The most important columns come first and fit into 1440 px without scrolling.
  defaultColumns: [
    'refNo',
    'title',
    'org',
    'status',
    'authority',
    'assignedTo',
    'priority',
    'targetDate',
    'permitType',
    'pipelineStage',
    'submittedDate',
    'paymentStatus',
  ],
  closed: { field: 'bucket', value: 'processed' },
  hasStatusMap: true,
  hasSuccessors: true,
  correctableFields: issuanceFields,
  statusDetail: { status: 'ON_HOLD', field: 'holdReason' },
  changesClientActions: true,
  deadline: { field: 'targetDate', unless: { field: 'bucket', in: ['processed'] } },
  tabs: [
    'Details',
    'People',
    'Files',
    'Notes',
    'History',
    'Documents',
    'Corrections',
    'Pipeline',
    'Processing status',
    'Payment data',
    'Related records',
    'Assign',
    'Conditions',
    'Relation',
  ],
  fields,
} as const

/** Permits in progress: status bucket `processing`. */
export const permits = declare({
  ...common,
  name: 'permits',
  page: '/permits/processing/{pid}',
  projection: { bucket: 'processing' },
  access,
})

/** Decided permits: the same table, bucket `processed`. Records enter and leave it only by transitions. */
export const processed = declare({
  ...common,
  name: 'processed',
  page: '/permits/processed/{pid}',
  projection: { bucket: 'processed' },
  // The latest decisions come first, whether the permit is closed or in force.
  defaultSort: '-statusChangedAt',
  createRefusal: 'Processed permits are not made here: a permit becomes processed when its status does',
  defaultColumns: [
    'refNo',
    'authorityNumber',
    'title',
    'org',
    'permitType',
    'authority',
    'status',
    'issuedDate',
    'expiryDate',
    'paymentStatus',
    'assignedTo',
    'closedDate',
  ],
  access,
})
