import { declare, may, ownOrganization, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'
import { assignedForText } from '../people/absence.ts'
import { relatedTypes } from './related-types.ts'
import { documentTypes, priorities } from '../permits/code-tables.ts'
import { isStaff } from '../roles.ts'

export const taskStatuses = optionsOf([
  ['OPEN', 'grey', 'circle'],
  ['IN_PROGRESS', 'blue', 'clock'],
  ['WAITING', 'amber', 'pause'],
  ['BLOCKED', 'red', 'alert'],
  ['SUBMITTED', 'indigo', 'send'],
  ['RETURNED', 'orange', 'refresh'],
  ['DONE', 'green', 'check'],
  ['CANCELLED', 'slate', 'cross'],
])

export const internalTaskTypes = [
  'PREPARE_FORM',
  'REVIEW_DOCS',
  'SUBMIT',
  'FOLLOW_UP_AUTHORITY',
  'RESPOND_CORRECTIONS',
  'COLLECT_FEE',
  'BRING_FORWARD',
] as const
export const clientTaskTypes = ['UPLOAD_DOCUMENT', 'SIGN', 'PAY', 'ANSWER_QUESTION', 'APPROVE_DRAFT'] as const
/** `SIGN` is also a type of permit, a sign on a building, so the task has a label of its own. */
const taskTypes = optionsOf([...internalTaskTypes, ...clientTaskTypes]).map((option) =>
  option.code === 'SIGN' ? { ...option, label: 'Sign document' } : option,
)

const inner = { masked: true, section: 'Work' } as const
const stamped = { masked: true, writer: 'system', section: 'Work' } as const

const ofCertificate = { internal: 'more', writer: 'system', section: 'Task' } as const

const fields = {
  refNo: field.text({ writer: 'system', searched: true, unique: true, indexed: true, section: 'Task' }),
  title: field.text({ shown: true, searched: true, indexed: true, required: true, section: 'Task' }),
  status: field.enum(taskStatuses, { shown: true, indexed: true, writer: 'system', section: 'Task' }),
  priority: field.enum(priorities, { ...inner, shown: true, indexed: true }),
  dueDate: field.date({
    shown: true,
    indexed: true,
    warnsOfPast: true,
    calendar: 'work',
    section: 'Task',
  }),
  assignedTo: field.ref('users', { ...inner, shown: true, indexed: true, staff: true }),
  assignedOrg: field.ref('orgs', {
    label: 'Assigned organization',
    shown: true,
    indexed: true,
    section: 'Task',
  }),
  permit: field.ref('permits', { shown: true, indexed: true, section: 'Task' }),
  relatedType: field.enum(relatedTypes, { ...inner, internal: 'more', indexed: true }),
  relatedPid: field.text({ ...inner, internal: 'hidden', indexed: true }),
  taskType: field.enum(taskTypes, {
    shown: true,
    indexed: true,
    section: 'Task',
  }),
  requiredDocument: field.enum(documentTypes, { library: 'documentTypes', section: 'Task' }),
  description: field.longText({ searched: true, section: 'Task' }),
  result: field.longText({ ...inner }),
  assignedBy: field.ref('users', { ...inner, shown: true, writer: 'system' }),
  followUpAt: field.datetime({ ...inner, indexed: true, calendar: 'event', label: 'Follow-up date' }),
  remindAt: field.datetime({ ...inner, calendar: 'event', label: 'Reminder' }),
  recurrence: field.text({ ...inner, isRecurrence: true }),
  startedAt: field.datetime(stamped),
  completedAt: field.datetime({ ...stamped, shown: true, indexed: true }),
  completedBy: field.ref('users', stamped),
  blocksTransition: field.boolean({
    ...inner,
    label: 'Blocks submittal',
    description: 'The permit can’t move on while this task is open',
  }),
  escalation: field.enum(optionsOf(['NONE', 'SUPERVISOR', 'DIRECTOR']), {
    ...inner,
    indexed: true,
    label: 'Escalate to',
  }),
  parent: field.ref('tasks', { ...inner, label: 'Main task' }),
  audience: field.enum(optionsOf(['INTERNAL', 'CLIENT']), {
    internal: 'hidden',
    writer: 'system',
    indexed: true,
    section: 'Task',
  }),
  org: field.ref('orgs', { internal: 'more', writer: 'system', indexed: true, section: 'Task' }),
  contact: field.ref('contacts', { ...inner, indexed: true, label: 'Waiting on' }),
  /** The field of the organization whose date a client task asks for, and the date that expires. */
  certificate: field.text({ ...ofCertificate, internal: 'hidden' }),
  certificateDate: field.date({ ...ofCertificate, label: 'Certificate expiration' }),
  certificateExpiry: field.date({ ...ofCertificate, label: 'New expiration date' }),
  previousTask: field.ref('tasks', { ...stamped, internal: 'more' }),
  assignedFor: field.ref('users', { ...stamped, assigned: true, description: assignedForText }),
}

const common = {
  table: 'tasks',
  changesClientActions: true,
  responseField: 'tasks',
  pageSize: 50,
  titleField: 'title',
  numberField: 'refNo',
  numberPrefix: 'TK',
  // Newest first: sorted by due date, old finished tasks would come first.
  defaultSort: '-createdAt',
  columnsShown: 10,
  deadline: { field: 'dueDate', unless: { field: 'status', in: ['DONE', 'CANCELLED'] } },
  tabs: [
    'Details',
    'Files',
    'Documents',
    'Notes',
    'History',
    'Processing status',
    'Payment data',
    'Related records',
    'Assign',
    'Relation',
  ],
  fields,
} as const

/** Tasks of staff: audience INTERNAL. */
export const tasks = declare({
  ...common,
  name: 'tasks',
  noun: 'task',
  page: '/tasks/{pid}',
  projection: { audience: 'INTERNAL' },
  access: { read: scopes.staff, create: may.staff, update: scopes.staff, delete: scopes.administrators },
})

/**
 * Tasks of clients: audience CLIENT, with the organization copied to the row. A client changes one only by
 * transitions.
 */
export const ctasks = declare({
  ...common,
  name: 'ctasks',
  noun: 'client task',
  page: '/ctasks/{pid}',
  projection: { audience: 'CLIENT' },
  defaultColumns: [
    'title',
    'status',
    'dueDate',
    'assignedOrg',
    'permit',
    'taskType',
    'requiredDocument',
    'assignedTo',
    'priority',
    'assignedBy',
  ],
  access: {
    read: ownOrganization('all'),
    create: may.staff,
    update: (actor) => (isStaff(actor.role) ? 'all' : 'closed'),
    delete: scopes.administrators,
  },
})

/** Additional required fields of a new client task. Source: contract.md 2. */
export const clientTaskRequires = ['assignedOrg'] as const
