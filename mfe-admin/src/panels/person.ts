import { createPanel } from '@portal/shared-ui'
import { PersonPanel } from '../features/users/person/PersonPanel.tsx'

/** The account of a person, in the drawer of their record. */
export const { mountInto } = createPanel(PersonPanel, () => import('../spanish.ts'))
