import { declare, may, ownOrganization, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'

/** The role of a contact on a permit. */
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
 * People of an authority. They are internal to the office: clients never see them, regardless of their
 * organization (decision 0070).
 */
export const agencyRoles = ['PLAN_REVIEWER', 'INSPECTOR'] as const satisfies readonly ContactRole[]

const person = { section: 'Contact' } as const

/**
 * People who are involved in permits but have no account: people of a client organization, and others such as
 * an authority's plan reviewers. Clients read the contacts of their own organization.
 */
export const contacts = declare({
  name: 'contacts',
  table: 'contacts',
  responseField: 'contacts',
  pageSize: 50,
  noun: 'contact',
  page: '/contacts/{pid}',
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
      description: 'Leave blank for people without a client, such as agency reviewers.',
    }),
    phone: field.phone({ ...person, shown: true, searched: true }),
    email: field.email({ ...person, shown: true, searched: true, indexed: true }),
    licenceNo: field.text({ ...person, shown: true, searched: true, label: 'License number' }),
    remarks: field.longText({ masked: true, section: 'Office', label: 'Notes' }),
  },
})
