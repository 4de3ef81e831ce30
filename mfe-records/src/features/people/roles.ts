import { agencyRoles, collections } from '@portal/contract'
import type { ContactRole } from '@portal/contract'
import { optionOf } from '@portal/shared-ui'

/** The label of a role. */
export const roleLabel = (role: string): string =>
  optionOf(collections.contacts.fields.role, role)?.label ?? role

/** Whether it is a role of agency staff, whom clients do not meet. */
export const isAgency = (role: ContactRole): boolean => agencyRoles.some((agencyRole) => agencyRole === role)
