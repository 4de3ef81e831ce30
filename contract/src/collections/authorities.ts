import { declare, may, scopes } from './declaration.ts'
import { field } from './field.ts'

const place = { section: 'Agency' } as const
const reach = { section: 'Contact' } as const

/**
 * The authorities that decide on permits, with what the office needs to reach them. Screens call them
 * agencies (look.md 8). Staff read them and administrators maintain them; clients do not read them.
 */
export const authorities = declare({
  name: 'authorities',
  table: 'authorities',
  responseField: 'authorities',
  pageSize: 50,
  noun: 'agency',
  page: '/settings/agencies/{pid}',
  titleField: 'name',
  numberField: null,
  numberPrefix: null,
  defaultSort: 'name',
  columnsShown: 10,
  tabs: ['Details', 'Notes', 'History', 'Related records'],
  access: {
    read: scopes.staff,
    create: may.administrators,
    update: scopes.administrators,
    delete: scopes.administrators,
  },
  fields: {
    name: field.text({ ...place, shown: true, searched: true, indexed: true, required: true }),
    shortCode: field.text({
      ...place,
      shown: true,
      searched: true,
      indexed: true,
      unique: true,
      required: true,
      isCode: true,
      description: 'For example AUSTIN_DSD.',
    }),
    region: field.text({ ...place, label: 'State', shown: true, searched: true, indexed: true }),
    portalLink: field.text({
      ...reach,
      shown: true,
      isWebAddress: true,
      description: 'For example https://permits.example.gov.',
    }),
    phone: field.phone({ ...reach, shown: true, searched: true }),
    email: field.email({ ...reach, shown: true, searched: true }),
    officeHours: field.text({ ...reach, shown: true }),
    remarks: field.longText({ section: 'Office', label: 'Notes' }),
  },
})
