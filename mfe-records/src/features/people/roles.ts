import { agencyRoles, collections } from '@portal/contract'
import type { ContactRole } from '@portal/contract'
import { optionOf } from '@portal/shared-ui'

/** What a role is called. */
export const roleLabel = (role: string): string =>
  optionOf(collections.contacts.fields.role, role)?.label ?? role

/** Is it a role of people of an agency, whom clients do not meet? */
export const isAgency = (role: ContactRole): boolean => agencyRoles.some((each) => each === role)
