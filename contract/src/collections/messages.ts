import { declare, may, scopes } from './declaration.ts'
import type { Scope } from './declaration.ts'
import type { Filter } from '../query/filter.ts'
import { field, optionsOf } from './field.ts'
import { relatedTypes } from './related-types.ts'
import { roles, isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'

const kinds = [
  'PERMIT_STATUS',
  'TASK_ASSIGNED',
  'TASK_DUE',
  'DOCUMENT_REQUESTED',
  'DOCUMENT_RECEIVED',
  'PAYMENT_DUE',
  'PAYMENT_RECEIVED',
  'CORRECTIONS',
  'EXPIRY_REMINDER',
  'NOTE_MENTION',
  'ANNOUNCEMENT',
] as const
const roleOptions = roles.map((code) => ({ code, label: code.charAt(0).toUpperCase() + code.slice(1) }))
const target = { section: 'About', indexed: true } as const

/** Excludes messages written for a former organization of the person. */
const notOfAnotherOrganization = (actor: Actor): Filter => ({
  or: [{ org: { isEmpty: true } }, { org: actor.org ?? '' }],
})

/** A client reads messages to everyone, to their organization or to themselves. Source: domain.md 5. */
function addressedTo(actor: Actor): Scope {
  if (isStaff(actor.role)) return 'all'
  const toThem = { and: [{ audience: 'USER', recipientUser: actor.pid }, notOfAnotherOrganization(actor)] }
  return {
    and: [
      { status: { ne: 'DRAFT' } },
      { or: [{ audience: 'ALL' }, { audience: 'ORG', recipientOrg: actor.org ?? '' }, toThem] },
    ],
  }
}

/** Each person reads only their own alerts. */
function raisedFor(actor: Actor): Scope {
  return isStaff(actor.role)
    ? { user: actor.pid }
    : { and: [{ user: actor.pid }, notOfAnotherOrganization(actor)] }
}

/** Persistent messages to staff and clients. */
export const notifications = declare({
  name: 'notifications',
  table: 'notifications',
  responseField: 'notifications',
  pageSize: 50,
  noun: 'notification',
  page: '/notifications/{pid}',
  titleField: 'refNo',
  numberField: 'refNo',
  numberPrefix: 'NT',
  defaultSort: '-createdAt',
  columnsShown: 10,
  tabs: ['Details', 'Files', 'History', 'Related records', 'Assign', 'Relation'],
  access: {
    read: addressedTo,
    create: may.administrators,
    update: scopes.administrators,
    delete: scopes.administrators,
  },
  fields: {
    refNo: field.text({
      writer: 'system',
      shown: true,
      searched: true,
      unique: true,
      indexed: true,
      section: 'Message',
    }),
    subject: field.text({ shown: true, searched: true, indexed: true, required: true, section: 'Message' }),
    body: field.longText({ searched: true, section: 'Message' }),
    kind: field.enum(optionsOf(kinds), { shown: true, indexed: true, section: 'Message' }),
    channel: field.list({ shown: true, options: optionsOf(['IN_APP', 'EMAIL']), section: 'Message' }),
    status: field.enum(
      optionsOf([
        ['DRAFT', 'grey', 'pencil'],
        ['QUEUED', 'blue', 'clock'],
        ['SENT', 'indigo', 'send'],
        ['FAILED', 'red', 'alert'],
        ['READ', 'green', 'check'],
      ]),
      { shown: true, indexed: true, writer: 'system', section: 'Delivery' },
    ),
    audience: field.enum(optionsOf(['USER', 'ORG', 'ROLE', 'ALL']), {
      shown: true,
      indexed: true,
      required: true,
      section: 'Message',
    }),
    recipientUser: field.ref('users', target),
    recipientOrg: field.ref('orgs', target),
    recipientRole: field.enum(roleOptions, { ...target, anyCase: true }),
    relatedType: field.enum(relatedTypes, { ...target, internal: 'more', shown: true }),
    relatedPid: field.text({ ...target, internal: 'hidden', label: 'Related record' }),
    template: field.text({ internal: 'more', section: 'Delivery', masked: true }),
    sentAt: field.datetime({ shown: true, indexed: true, writer: 'system', section: 'Delivery' }),
    readAt: field.datetime({ writer: 'system', section: 'Delivery' }),
    failedReason: field.text({ writer: 'system', masked: true, section: 'Delivery' }),
    attempts: field.integer({ internal: 'more', writer: 'system', masked: true, section: 'Delivery' }),
    org: field.ref('orgs', { internal: 'more', writer: 'system', indexed: true, section: 'About' }),
    digestKey: field.text({ internal: 'hidden', writer: 'system', masked: true, section: 'Delivery' }),
    ackRequired: field.boolean({
      section: 'Message',
      label: 'Ask for acknowledgment',
      masked: true,
      description: 'Each recipient gets an alert that stays on top until they confirm that they know of it.',
    }),
  },
})

/** The reader of an alert cannot change its content; they only mark it as read or snooze it. */
const raised = { writer: 'admin', section: 'Alert' } as const

/** Short messages to one person, visible only to that person. */
export const alerts = declare({
  name: 'alerts',
  table: 'alerts',
  responseField: 'alerts',
  pageSize: 100,
  noun: 'alert',
  page: null,
  titleField: 'title',
  numberField: null,
  numberPrefix: null,
  defaultSort: '-awaitsAcknowledgment,-createdAt',
  hiddenWhile: 'snoozedUntil',
  columnsShown: 10,
  tabs: ['Details', 'History', 'Related records', 'Relation'],
  access: {
    read: raisedFor,
    create: may.administrators,
    update: raisedFor,
    delete: scopes.administrators,
  },
  fields: {
    title: field.text({ ...raised, shown: true, searched: true, required: true }),
    message: field.longText({ ...raised, shown: true, searched: true }),
    severity: field.enum(
      optionsOf([
        ['INFO', 'blue', 'info'],
        ['SUCCESS', 'green', 'check'],
        ['WARNING', 'amber', 'alert'],
        ['CRITICAL', 'red', 'alert'],
      ]),
      { ...raised, shown: true, indexed: true },
    ),
    kind: field.enum(
      optionsOf([
        ...kinds,
        'SLA_BREACH',
        'HOLD_PLACED',
        'AUTHORITY_MAIL',
        'UPLOAD_FAILED',
        'LICENCE_EXPIRING',
        'WATCHED',
        'SYSTEM',
      ]),
      {
        ...raised,
        shown: true,
        indexed: true,
      },
    ),
    user: field.ref('users', { ...raised, indexed: true, required: true }),
    org: field.ref('orgs', { writer: 'system', section: 'About' }),
    relatedType: field.enum(relatedTypes, { ...raised, internal: 'more', shown: true, section: 'About' }),
    relatedPid: field.text({ ...raised, internal: 'hidden', section: 'About', label: 'Related record' }),
    isRead: field.boolean({
      shown: true,
      indexed: true,
      clientWrites: true,
      section: 'Alert',
      label: 'Read',
    }),
    readAt: field.datetime({ writer: 'system', section: 'Alert' }),
    ackRequired: field.boolean({ ...raised, label: 'Acknowledgement required' }),
    acknowledgedAt: field.datetime({ writer: 'system', section: 'Alert' }),
    acknowledgedBy: field.ref('users', { writer: 'system', section: 'Alert' }),
    snoozedUntil: field.datetime({ section: 'Alert' }),
    awaitsAcknowledgment: field.boolean({ computed: true, internal: 'more', section: 'Alert' }),
    source: field.enum(optionsOf(['RULE', 'STREAM', 'MAIL', 'USER']), {
      shown: true,
      writer: 'system',
      section: 'About',
    }),
    rule: field.text({ internal: 'more', writer: 'system', section: 'About' }),
    link: field.text({ internal: 'hidden', writer: 'system', section: 'About', label: 'Leads to' }),
    onBehalfOf: field.ref('users', {
      masked: true,
      writer: 'system',
      section: 'About',
      description: 'The person who is away, whose delegate got this alert.',
    }),
  },
})
