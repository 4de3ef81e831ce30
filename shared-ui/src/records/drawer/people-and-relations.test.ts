import { collections } from '@portal/contract'
import { assignFields } from './people-and-relations.ts'

const namesOf = (collection: 'rts' | 'payments' | 'permits', role: 'team' | 'client') =>
  assignFields(collections[collection], { role }).map(({ name }) => name)

test('Assign shows who prepares a package beside who verified it, and of payments who approved them; a client learns of no staff (domain.md 4)', () => {
  expect(namesOf('rts', 'team')).toEqual(['assignedTo', 'verifiedBy'])
  expect(namesOf('permits', 'team')).toEqual(['assignedTo'])
  expect(namesOf('payments', 'team')).toEqual(['approvedBy'])
  expect(namesOf('rts', 'client')).not.toContain('verifiedBy')
})
