import { createPanel } from '@portal/shared-ui'
import { PersonPanel } from '../features/users/person/PersonPanel.tsx'

/** The account of a user, in the drawer of the user's record. */
export const { mountInto } = createPanel(PersonPanel, () => import('../spanish.ts'))
