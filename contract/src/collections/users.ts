import { declare, may, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'
import { orgRoles } from '../access/org-roles.ts'
import type { OrgRole } from '../access/org-roles.ts'
import { roles } from '../roles.ts'

/** Labels of the positions in an organization. */
export const orgRoleLabels: Readonly<Record<OrgRole, string>> = {
  ORG_ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
}

const system = { writer: 'system', section: 'Sign-in' } as const

/**
 * Accounts of staff and clients. Administrators read them; others read people only through lookups and
 * references.
 */
export const users = declare({
  name: 'users',
  table: 'users',
  responseField: 'users',
  pageSize: 50,
  noun: 'user',
  page: '/users?record={pid}',
  titleField: 'name',
  numberField: null,
  numberPrefix: null,
  defaultSort: 'name',
  columnsShown: 10,
  tabs: [
    'Details',
    'Files',
    'Notes',
    'History',
    'Pipeline',
    'Processing status',
    'Related records',
    'Assign',
    'Relation',
  ],
  access: {
    read: scopes.administrators,
    create: may.administrators,
    update: scopes.administrators,
    delete: scopes.administrators,
  },
  fields: {
    name: field.text({ shown: true, searched: true, indexed: true, required: true, section: 'Profile' }),
    email: field.email({
      shown: true,
      searched: true,
      unique: true,
      indexed: true,
      required: true,
      section: 'Profile',
    }),
    role: field.enum(
      roles.map((code) => ({ code, label: code.charAt(0).toUpperCase() + code.slice(1) })),
      { shown: true, indexed: true, required: true, section: 'Access', writer: 'admin', anyCase: true },
    ),
    org: field.ref('orgs', { shown: true, indexed: true, section: 'Access', writer: 'admin' }),
    orgRole: field.enum(
      orgRoles.map((code) => ({ code, label: orgRoleLabels[code] })),
      { shown: true, section: 'Access', writer: 'admin' },
    ),
    status: field.enum(
      optionsOf([
        ['INVITED', 'blue', 'send'],
        ['PENDING_APPROVAL', 'amber', 'clock'],
        ['ACTIVE', 'green', 'check'],
        ['DISABLED', 'slate', 'lock'],
        ['DELETED', 'grey', 'cross'],
      ]),
      { shown: true, indexed: true, writer: 'system', section: 'Access' },
    ),
    phone: field.phone({ section: 'Profile' }),
    title: field.text({ shown: true, section: 'Profile', label: 'Job title' }),
    department: field.text({ section: 'Profile' }),
    authMethods: field.list({
      ...system,
      derived: true,
      options: optionsOf(['PASSKEY', 'MICROSOFT']),
      label: 'Sign-in methods',
    }),
    passkeyCount: field.integer({ ...system, derived: true }),
    lastLoginAt: field.datetime({
      ...system,
      derived: true,
      shown: true,
      indexed: true,
      label: 'Last sign-in',
    }),
    invitedBy: field.ref('users', system),
    invitedAt: field.datetime(system),
    acceptedAt: field.datetime(system),
    timeZone: field.text({
      isTimeZone: true,
      section: 'Profile',
      description: 'If not set, the office’s time zone is used.',
    }),
    locale: field.text({ internal: 'hidden', section: 'Profile' }),
    notificationPrefs: field.json({
      internal: 'hidden',
      writer: 'system',
      section: 'Profile',
      label: 'Notification preferences',
    }),
    outOfOfficeUntil: field.date({ section: 'Work', description: 'Last day away.' }),
    delegate: field.ref('users', {
      section: 'Work',
      staff: true,
      description: 'Gets new assignments, reminders and requests while the person is away.',
    }),
    openTasks: field.integer({ shown: true, computed: true, section: 'Work' }),
    avatar: field.ref('files', { section: 'Profile' }),
    outOfOfficeFrom: field.date({
      section: 'Work',
      description: 'First day away. Without it, the person is away from now on.',
    }),
  },
})
