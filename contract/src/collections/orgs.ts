import { declare, may, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'
import { isAdministrator } from '../roles.ts'

const contact = { section: 'Contact' } as const
const address = { section: 'Address' } as const
const licence = { section: 'Licenses and insurance', indexed: true } as const
const account = { section: 'Account', masked: true } as const

/**
 * Client organizations. Clients read only their own record. Team members read organizations only through
 * lookups and references.
 */
export const orgs = declare({
  name: 'orgs',
  table: 'orgs',
  responseField: 'orgs',
  pageSize: 100,
  noun: 'organization',
  page: '/organizations?record={pid}',
  titleField: 'legalName',
  numberField: 'orgNo',
  numberPrefix: 'ORG',
  defaultSort: 'legalName',
  columnsShown: 10,
  mergedField: 'mergedInto',
  tabs: [
    'Details',
    'People',
    'Files',
    'Documents',
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
  access: {
    read: scopes.administrators,
    readOne: (actor) =>
      isAdministrator(actor.role) ? 'all' : actor.role === 'client' ? { pid: actor.org ?? '' } : 'closed',
    create: may.administrators,
    update: scopes.administrators,
    delete: scopes.administrators,
  },
  fields: {
    legalName: field.text({ shown: true, searched: true, indexed: true, required: true, section: 'Company' }),
    alternateName: field.text({ searched: true, section: 'Company' }),
    orgNo: field.text({
      writer: 'system',
      shown: true,
      searched: true,
      unique: true,
      indexed: true,
      label: 'Number',
      section: 'Company',
    }),
    kind: field.enum(optionsOf(['CONTRACTOR', 'OWNER', 'DEVELOPER', 'CARRIER', 'AGENCY', 'OTHER']), {
      shown: true,
      indexed: true,
      section: 'Company',
    }),
    status: field.enum(
      optionsOf([
        ['ACTIVE', 'green', 'check'],
        ['ON_HOLD', 'purple', 'pause'],
        ['SUSPENDED', 'red', 'alert'],
        ['CLOSED', 'slate', 'lock'],
      ]),
      { shown: true, indexed: true, writer: 'system', section: 'Company' },
    ),
    primaryContact: field.text({ ...contact, shown: true, searched: true }),
    email: field.email({ ...contact, shown: true, indexed: true }),
    phone: field.phone({ ...contact, shown: true }),
    extension: field.text(contact),
    address: field.text(address),
    city: field.text({ ...address, shown: true, indexed: true, fewValues: true }),
    region: field.text({ ...address, shown: true, label: 'State' }),
    postalCode: field.text({ ...address, label: 'ZIP code' }),
    country: field.text(address),
    licenceNo: field.text({ ...licence, searched: true, label: 'License number' }),
    licenceExpiry: field.date({ ...licence, expires: true, calendar: 'event', label: 'License expiration' }),
    liabilityExpiry: field.date({
      ...licence,
      expires: true,
      calendar: 'event',
      label: 'Liability insurance expiration',
    }),
    workersCompExpiry: field.date({
      ...licence,
      expires: true,
      calendar: 'event',
      label: 'Workers’ comp expiration',
    }),
    accountType: field.enum(optionsOf(['PREPAID', 'CREDIT']), account),
    creditLimit: field.money(account),
    balance: field.money({ section: 'Account', shown: true, computed: true }),
    creditStatus: field.enum(optionsOf(['ACTIVE', 'ON_HOLD', 'CLOSED']), account),
    accountManager: field.ref('users', { ...account, shown: true, indexed: true, staff: true }),
    defaultAssignee: field.ref('users', { ...account, staff: true }),
    emailDomains: field.list({ ...account, description: 'Domains whose mail belongs to this organization' }),
    suspendedReason: field.text({ ...account, writer: 'system' }),
    openPermits: field.integer({ shown: true, computed: true, section: 'Account' }),
    tags: field.list(account),
    mergedInto: field.ref('orgs', { ...account, internal: 'more', writer: 'system' }),
  },
})
