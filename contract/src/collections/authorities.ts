import { declare, may, scopes } from './declaration.ts'
import { field } from './field.ts'
import { channelOptions, submissionChannels } from '../permits/channels.ts'

const place = { section: 'Agency' } as const
const reach = { section: 'Contact' } as const
const sending = { section: 'Submission' } as const
const numbers = { section: 'Permit numbers' } as const

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
    channels: field.list({
      ...sending,
      label: 'Ways to submit',
      options: channelOptions(submissionChannels),
    }),
    submissionLink: field.text({
      ...sending,
      label: 'Submission page',
      isWebAddress: true,
      description: 'If it is not the portal link.',
    }),
    submissionEmail: field.email({
      ...sending,
      label: 'Email for submissions',
      description: 'If it is not the email above.',
    }),
    counterAddress: field.text({ ...sending, label: 'Counter' }),
    mailingAddress: field.text({ ...sending, label: 'Mailing address' }),
    numberPattern: field.text({
      ...numbers,
      label: 'Number pattern',
      isNumberPattern: true,
      description:
        '# is a digit, @ a letter, * either, [ ] may be left out, { | } is a choice: ####-###### {BP|EP}.',
    }),
    numberExample: field.text({
      ...numbers,
      label: 'Example of a number',
      description: 'People see it as they type a permit number.',
    }),
  },
})
