import { declare, may, ownOrganization, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'

/** What somebody is on a permit. */
export const contactRoles = [
  'APPLICANT',
  'OWNER',
  'CONTRACTOR',
  'ARCHITECT',
  'ENGINEER',
  'PLAN_REVIEWER',
  'INSPECTOR',
  'OTHER',
] as const
export type ContactRole = (typeof contactRoles)[number]

/**
 * People of an agency. They are the office's own: no client meets them, whatever organization they were filed
 * under (decision 0070).
 */
export const agencyRoles = ['PLAN_REVIEWER', 'INSPECTOR'] as const satisfies readonly ContactRole[]

const person = { section: 'Contact' } as const

/**
 * People outside the portal who have to do with permits: those of a client organization, and those of no
 * client, such as an agency's plan reviewers. Clients read those of their own organization.
 */
export const contacts = declare({
  name: 'contacts',
  table: 'contacts',
  answerField: 'contacts',
  pageSize: 50,
  noun: 'contact',
  titleField: 'name',
  numberField: null,
  numberPrefix: null,
  defaultSort: 'name',
  columnsShown: 10,
  tabs: ['Details', 'Notes', 'History', 'Related records'],
  access: {
    read: ownOrganization('all', { role: { nin: [...agencyRoles] } }),
    create: may.staff,
    update: scopes.staff,
    delete: scopes.administrators,
  },
  fields: {
    name: field.text({ ...person, shown: true, searched: true, indexed: true, required: true }),
    role: field.enum(optionsOf(contactRoles), { ...person, shown: true, indexed: true, required: true }),
    company: field.text({ ...person, shown: true, searched: true, indexed: true }),
    org: field.ref('orgs', {
      ...person,
      shown: true,
      indexed: true,
      description: 'Empty for people of no client, such as an agency’s reviewers.',
    }),
    phone: field.phone({ ...person, shown: true, searched: true }),
    email: field.email({ ...person, shown: true, searched: true, indexed: true }),
    licenceNo: field.text({ ...person, shown: true, searched: true, label: 'License number' }),
    remarks: field.longText({ masked: true, section: 'Office', label: 'Notes' }),
  },
})
