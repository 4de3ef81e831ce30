import { declare, may, ownOrganization, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'
import { authorities } from '../permits/code-tables.ts'

const package_ = { section: 'Package' } as const
const inner = { section: 'Checks', masked: true } as const
const sent = { section: 'Submission', writer: 'system' } as const

/** Ready-to-submit records: one package for one submission cycle of one permit. */
export const rts = declare({
  name: 'rts',
  table: 'rts',
  answerField: 'rts',
  pageSize: 50,
  noun: 'ready-to-submit record',
  titleField: 'refNo',
  numberField: 'refNo',
  numberPrefix: 'RT',
  defaultSort: '-createdAt',
  columnsShown: 10,
  deadline: { field: 'submitBy', unless: { field: 'status', in: ['SUBMITTING', 'SUBMITTED', 'CANCELLED'] } },
  tabs: [
    'Details',
    'Files',
    'Documents',
    'Corrections',
    'Notes',
    'History',
    'Pipeline',
    'Processing status',
    'Payment data',
    'Related records',
    'Assign',
    'Conditions',
    'Relation',
  ],
  access: { read: ownOrganization('all'), create: may.staff, update: scopes.staff, delete: scopes.administrators },
  fields: {
    refNo: field.text({ ...package_, writer: 'system', shown: true, searched: true, unique: true, indexed: true }),
    permit: field.ref('permits', { ...package_, shown: true, indexed: true, required: true }),
    org: field.ref('orgs', { ...package_, shown: true, indexed: true, writer: 'system' }),
    authority: field.enum(authorities, { ...package_, shown: true, indexed: true, writer: 'system' }),
    cycleNo: field.integer({ ...package_, range: [1, 1_000], shown: true, writer: 'system', label: 'Submission cycle' }),
    kind: field.enum(optionsOf(['FIRST', 'CORRECTION', 'AMENDMENT', 'RENEWAL']), { ...package_, shown: true, indexed: true }),
    status: field.enum(
      optionsOf([
        ['COLLECTING', 'blue', 'box'],
        ['CHECKING', 'blue', 'clock'],
        ['BLOCKED', 'red', 'alert'],
        ['READY', 'teal', 'check'],
        ['SUBMITTING', 'indigo', 'clock'],
        ['SUBMITTED', 'indigo', 'send'],
        ['RETURNED', 'orange', 'refresh'],
        ['CANCELLED', 'slate', 'cross'],
      ]),
      { ...package_, shown: true, indexed: true, writer: 'system' },
    ),
    readinessPct: field.integer({ ...package_, derived: true, shown: true, writer: 'system', indexed: true, label: 'Readiness %' }),
    missingCount: field.integer({ ...package_, derived: true, shown: true, writer: 'system', label: 'Missing' }),
    submitBy: field.date({ ...package_, shown: true, indexed: true }),
    channel: field.enum(optionsOf(['PORTAL', 'EMAIL', 'MAIL', 'IN_PERSON', 'API']), { ...package_, shown: true }),
    assignedTo: field.ref('users', { ...inner, shown: true, indexed: true, staff: true }),
    verifiedBy: field.ref('users', { ...inner, writer: 'system', assigned: true }),
    verifiedAt: field.datetime({ ...inner, writer: 'system' }),
    clientApprovedAt: field.datetime({ ...sent, shown: true }),
    clientApprovedBy: field.ref('users', sent),
    feeDue: field.money({ ...package_, derived: true, writer: 'system' }),
    feeReady: field.boolean({ ...package_, derived: true, writer: 'system' }),
    // Documents and Ready-to-submit show the checklist and the checks, line by line.
    checklist: field.json({
      ...package_,
      internal: 'hidden',
      writer: 'system',
      description: 'Required documents and their state',
      told: ['documentType', 'state', 'reason'],
    }),
    checks: field.json({ ...inner, internal: 'hidden', writer: 'system', told: ['message', 'result'] }),
    submittedAt: field.datetime({ ...sent, shown: true, indexed: true }),
    submittedBy: field.ref('users', sent),
    confirmationNo: field.text({ ...sent, searched: true }),
    confirmationFile: field.ref('files', sent),
    manifestHash: field.text({ ...sent, internal: 'more' }),
    frozenFiles: field.list({ ...sent, internal: 'hidden', members: 'files' }),
    clientAskedAt: field.datetime(sent),
    clientReturnedAt: field.datetime(sent),
    clientReturnReason: field.longText(sent),
    contentsChangedAt: field.datetime({ ...sent, internal: 'more' }),
  },
})
