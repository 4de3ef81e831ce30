import { collections } from '@portal/contract'
import { assignFields } from './people-and-relations.ts'
import { tabsOf } from './tabs/record-tabs.ts'

const namesOf = (collection: 'rts' | 'payments' | 'permits', role: 'team' | 'client') =>
  assignFields(collections[collection], { role }).map(({ name }) => name)

test('Assign shows who prepares a package beside who verified it, and of payments who approved them; a client learns of no staff (domain.md 4)', () => {
  expect(namesOf('rts', 'team')).toEqual(['assignedTo', 'verifiedBy', 'assignedFor'])
  expect(namesOf('permits', 'team')).toEqual(['assignedTo', 'assignedFor'])
  expect(namesOf('payments', 'team')).toEqual(['approvedBy'])
  expect(namesOf('rts', 'client')).not.toContain('verifiedBy')
})

test('a client, who assigns nobody, has no tab Assign', () => {
  const tabs = (role: 'team' | 'client') =>
    tabsOf(collections.rts, { pid: 'ME', role, org: null }, []).map(({ label }) => label)
  expect(tabs('team')).toContain('Assign')
  expect(tabs('client')).not.toContain('Assign')
})
